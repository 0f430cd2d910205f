// A seed for the draw, shown at once, before Python runs; the same letters as pairing_core.draw.seed_text.

/** No 0 and o, no 1, i and l, no u beside v: what is read from paper must be typed without doubt. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 8;

/**
 * @param {Uint8Array} entropy
 * @returns {string}
 */
export function seedText(entropy) {
  let value = entropy.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const base = BigInt(ALPHABET.length);
  let text = "";
  while (text.length < LENGTH) {
    text = ALPHABET.charAt(Number(value % base)) + text;
    value /= base;
  }
  return text;
}

/** A new seed from the browser's own entropy: never from Python, whose chance a snapshot would freeze. */
export const newSeed = () => seedText(crypto.getRandomValues(new Uint8Array(8)));
