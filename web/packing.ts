/** Compress each text file once at build time instead of at every request. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|svg)$/;

/** Write a `.br` and a `.gz` file next to each text file; browsers accept the first only over https or on localhost. */
export function packing(): Plugin {
  return {
    name: "packing",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => TEXTS.test(one))) {
        const path = join(dir as string, name);
        const text = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(text)); // best compression by default
        await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
