/** How hard a password is to guess: 0 too short, 4 very. Only a hint; the server decides. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const LENGTH_MIN = 8;

/** Why a long enough password is not strong yet: the first thing that would help. */
export type Weakness = 'repeats' | 'address' | 'longer';

const LONG_FROM = 12;

/** What makes a password weak, null when nothing does. @param email - the owner's address. */
export function findWeakness(password: string, email: string): Weakness | null {
  const score = rateStrength(password);
  if (score === 0) return null;
  if (new Set(password).size < 5) return 'repeats';
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  if (name.length > 2 && password.toLowerCase().includes(name)) return 'address';
  return score < 3 && [...password].length < LONG_FROM ? 'longer' : null;
}

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
