/** Events of So ein Mist, parsed from their tokens (docs/reference/notation.md). */

export type Event =
  | { kind: "animal"; animal: string }
  | { kind: "lay"; animal: string | null; card: number }
  | { kind: "starter"; seat: number }
  | { kind: "die"; face: number }
  | { kind: "stop" }
  | { kind: "more" }
  | { kind: "draw"; card: number }
  | { kind: "passed"; side: "left" | "right"; card: number };

/** `lay:pig+8` is the pig's food 8, `lay:start-3` a starting card; null for an unknown token. */
export function read(token: string): Event | null {
  const [word = "", text = ""] = token.split(":");
  switch (word) {
    case "stop":
    case "more":
      return { kind: word };
    case "animal":
      return { kind: word, animal: text };
    case "lay": {
      const card = /^([a-z]+)([+-]\d+)$/.exec(text);
      return card ? { kind: word, animal: card[1] === "start" ? null : (card[1] as string), card: Number(card[2]) } : null;
    }
    case "starter":
      return { kind: word, seat: Number(text) - 1 };
    case "die":
      return { kind: word, face: Number(text) };
    case "draw":
      return { kind: word, card: Number(text) };
    case "left":
    case "right":
      return { kind: "passed", side: word, card: Number(text) };
    default:
      return null;
  }
}
