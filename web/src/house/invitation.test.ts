import { expect, test } from "vitest";
import { inHalves, readInvitation } from "./invitation";

test("a code is read as people write it", () => {
  expect(readInvitation(" kuh-4tx ")).toEqual({ code: "KUH4TX" });
  expect(readInvitation("KUH–4TX")).toEqual({ code: "KUH4TX" });
  expect(readInvitation("ku")).toEqual({ code: "KU" });
  expect(readInvitation("kuh4txyz")).toEqual({ code: "KUH4TX" });
});

test("a link leads where it leads, from whatever host", () => {
  expect(readInvitation("Come! http://192.168.0.4:4747/table/aB_-9?board now")).toEqual({ path: "/table/aB_-9" });
  expect(readInvitation("https://house/paddock/kuh4tx ")).toEqual({ code: "KUH4TX" });
  expect(readInvitation("https://house/watch/w1")).toEqual({ path: "/watch/w1" });
});

test("a code is shown in halves", () => {
  expect(inHalves("KUH4TX")).toBe("KUH–4TX");
  expect(inHalves("KUH")).toBe("KUH");
});
