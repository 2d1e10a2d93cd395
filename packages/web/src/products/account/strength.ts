/** How hard a password is to guess: 0 too short, 4 very. Only a hint; the server decides. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const LENGTH_MIN = 8;

/** Rate a password by length and by how many kinds of characters it mixes. */
export function rateStrength(password: string): Strength {
  const length = [...password].length;
  if (length < LENGTH_MIN) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password));
  const isMonotone = new Set(password).size < 5;
  if (isMonotone) return 1;
  const score = kinds.length - 1 + (length >= 12 ? 1 : 0) + (length >= 16 ? 1 : 0);
  return Math.max(1, Math.min(4, score)) as Strength;
}
