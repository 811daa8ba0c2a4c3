import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function under(base: string | null): Promise<typeof import("./base")> {
  const told = base === null ? null : { textContent: JSON.stringify({ base }) };
  vi.stubGlobal("document", { getElementById: () => told });
  return import("./base");
}

test("behind a proxy, every path of the site has the prefix", async () => {
  const { withBase, withoutBase } = await under("/paddock");
  expect([withBase("/"), withBase("/new?game=mmm")]).toEqual(["/paddock/", "/paddock/new?game=mmm"]);
  expect(["/paddock", "/paddock/", "/paddock/table/a"].map(withoutBase)).toEqual(["/", "/", "/table/a"]);
  expect(["/paddocks/new", "/new"].map(withoutBase)).toEqual(["/paddocks/new", "/new"]);
});

test.each([null, ""])("without a prefix, paths stay as they are", async (base) => {
  const { withBase, withoutBase } = await under(base);
  expect([withBase("/new"), withoutBase("/new"), withoutBase("/")]).toEqual(["/new", "/new", "/"]);
});
