import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const service = process.env.PADDOCK_URL ?? "http://127.0.0.1:4747";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
    // Component tests mount in the browser build of Svelte.
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: process.env.PADDOCK_PAGE ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the policy of the service allows files, not data in styles
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: service, ws: true }, "/verify_dice.py": service } },
  test: { include: ["src/**/*.test.ts"] },
});
