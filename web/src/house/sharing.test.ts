import { expect, test } from "vitest";
import { isOnlyHere } from "./sharing";

test("a phone does not find a house that is only here", () => {
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "paddock.localhost"].filter((host) => !isOnlyHere(host))).toEqual([]);
  expect(["192.168.0.4", "kitchen.local", "play.example.org", "12.127.0.1", "[2001:db8::1]"].filter(isOnlyHere)).toEqual([]);
});
