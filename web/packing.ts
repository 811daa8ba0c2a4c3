/** Files as they travel: each text is packed once when the page is built, and not each time that somebody asks for it. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|svg)$/;

/** Beside every text lie `.br` and `.gz`; browsers ask for the first only where the line is secure, or leads nowhere. */
export function packing(): Plugin {
  return {
    name: "packing",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => TEXTS.test(one))) {
        const path = join(dir as string, name);
        const text = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(text)); // as tight as it goes, by default
        await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
