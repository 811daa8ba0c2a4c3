import { beforeEach, expect, test, vi } from "vitest";

const asked: string[] = [];

async function at(hostname: string, answer: unknown): Promise<typeof import("./network.svelte")> {
  vi.stubGlobal("document", { getElementById: () => null });
  vi.stubGlobal("location", { hostname, origin: `http://${hostname}:4747` });
  vi.stubGlobal("fetch", (path: string, how: { body?: string }) => {
    asked.push(`${path} ${how.body ?? ""}`);
    return Promise.resolve({ ok: true, text: () => Promise.resolve(JSON.stringify(answer)) });
  });
  return import("./network.svelte");
}

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
});

test("links carry the address of the machine when phones may join", async () => {
  const { addressOf, network } = await at("127.0.0.1", { address: "http://192.168.0.4:4747", may_change: true, open: true });
  expect([network.reachable, addressOf("/table/a")]).toEqual([false, "http://127.0.0.1:4747/table/a"]);
  await network.change("a", true);
  expect(asked).toEqual(['/api/network {"table":"a","open":true}']);
  expect([network.reachable, network.open, addressOf("/table/a")]).toEqual([true, true, "http://192.168.0.4:4747/table/a"]);
});

test("a phone does not find a house that is only here", async () => {
  const { isOnlyHere } = await at("localhost", {});
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "paddock.localhost"].filter((host) => !isOnlyHere(host))).toEqual([]);
  expect(["192.168.0.4", "kitchen.local", "play.example.org", "12.127.0.1", "[2001:db8::1]"].filter(isOnlyHere)).toEqual([]);
});

test("a page with a public address does not ask", async () => {
  const { addressOf, network } = await at("play.example.org", {});
  await network.look();
  expect(asked).toEqual([]);
  expect([network.reachable, addressOf("/table/a")]).toEqual([true, "http://play.example.org:4747/table/a"]);
});
