/**
 * SHA-256 and HMAC. Browsers offer them only over https or on localhost.
 * A tablet at home often uses plain http, so the page has its own version (FIPS 180-4, RFC 2104).
 */

const BLOCK = 64;

/** First 32 bits of fractional parts: cube roots of the first 64 primes, and square roots of the first 8. */
const { ROUNDS, START } = constants();

function constants(): { ROUNDS: Uint32Array; START: Uint32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < BLOCK; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return {
    ROUNDS: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    START: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Compute the digest without the browser's API. */
export function sha256Here(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const bytes = new DataView(padded.buffer);
  bytes.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const sum = START.slice();
  const w = new Uint32Array(BLOCK);
  const at = (words: Uint32Array, index: number): number => words[index] as number;
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    for (let t = 0; t < 16; t++) w[t] = bytes.getUint32(offset + 4 * t);
    for (let t = 16; t < BLOCK; t++) {
      const early = at(w, t - 15);
      const late = at(w, t - 2);
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      w[t] = at(w, t - 16) + s0 + at(w, t - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = sum as unknown as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < BLOCK; t++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, t) + at(w, t)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (sum[index] = at(sum, index) + word));
  }
  const digest = new Uint8Array(32);
  sum.forEach((word, index) => new DataView(digest.buffer).setUint32(4 * index, word));
  return digest;
}

/** Compute the keyed digest without the browser's API. */
export function hmacHere(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256Here(key) : key);
  const joined = (mask: number, rest: Uint8Array): Uint8Array => {
    const whole = new Uint8Array(BLOCK + rest.length);
    whole.set(block.map((byte) => byte ^ mask));
    whole.set(rest, BLOCK);
    return whole;
  };
  return sha256Here(joined(0x5c, sha256Here(joined(0x36, message))));
}

const browsers = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const subtle = browsers();
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", message)) : sha256Here(message);
}

/** Return a function that computes the keyed digest of a message. */
export async function hmacWith(key: Uint8Array<ArrayBuffer>): Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>> {
  const subtle = browsers();
  if (!subtle) return async (message) => hmacHere(key, message);
  const made = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", made, message));
}
