/** Invitations that guests type or paste: the short code of `keys.py`, or a whole link. */

export const CODE_LENGTH = 6;

export type Invitation = { code: string } | { path: string };

const CODE_LINK = /^\S*\/([A-Za-z0-9]{6})\s*$/;
const LINK = /\/(?:table|watch|replay|resume)\/[\w-]+/;

/**
 * `" kuh-4tx "` and `http://house/KUH4TX` are the code `KUH4TX`, and `http://house/table/a_b?board` is the path `/table/a_b`.
 * An incomplete code is returned as far as it goes.
 */
export function readInvitation(typed: string): Invitation {
  const link = LINK.exec(typed);
  if (link) return { path: link[0] };
  return { code: (CODE_LINK.exec(typed)?.[1] ?? typed).toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, CODE_LENGTH) };
}

/** A code in two halves, for reading aloud: `KUH4TX` is `KUH–4TX`. */
export function inHalves(code: string): string {
  return code.length > CODE_LENGTH / 2 ? `${code.slice(0, CODE_LENGTH / 2)}–${code.slice(CODE_LENGTH / 2)}` : code;
}
