import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { packing } from "./packing";

const service = process.env.PADDOCK_URL ?? "http://127.0.0.1:4747";

/** The first chunk: it starts everything else and waits for nothing. */
const FIRST = /\0vite|\/src\/(main|arrival|base|screens|games\/index|table\/(approach|connection|seal|seeding|seen|sha256))\.ts$/;
/** The chunk that every screen needs. */
const HOUSE = new RegExp(
  [
    "/node_modules/(svelte|lucide-static)/",
    "/src/(App\\.svelte|house\\.ts|wire\\.ts|words/|look/.*(svelte|ts|svg)$)",
    "/src/house/(asking|[a-z]+\\.svelte)\\.ts",
    "/src/house/(Lost|Notices|Resting|Sheet|TopBar)\\.svelte",
    "/src/table/(Layout|scene|settings|signs)\\b",
  ].join("|"),
);
/** One chunk per game with its board; posters and rules are separate. */
const GAME = /\/src\/games\/(\w+)\/(?!Poster|Rules)/;

/** Modules that are needed together share a chunk, because every further file costs a round trip. */
function fileOf(id: string): string | undefined {
  if (FIRST.test(id)) return "first";
  return HOUSE.test(id) ? "house" : GAME.exec(id)?.[1];
}

export default defineConfig({
  plugins: [svelte(), packing()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
    // Component tests mount in the browser build of Svelte.
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  base: "./", // the service puts the path prefix of its public address in place of the dot
  build: {
    outDir: process.env.PADDOCK_PAGE ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the service's content security policy allows files, but no data in styles
    modulePreload: { polyfill: false },
    manifest: "parts.json", // the service reads it to announce the files of a screen early
    rollupOptions: {
      output: { manualChunks: fileOf },
      // Chunks that wait for each other would never start.
      onwarn: (warning, warn) => {
        if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
        warn(warning);
      },
    },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: service, ws: true }, "/verify_dice.py": service } },
  test: { include: ["src/**/*.test.ts"] },
});
