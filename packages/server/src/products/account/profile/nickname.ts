// What a nickname may be, and how often it changes: others must be able to tell people apart, and
// nobody may pass for the house. Pure. Called by security.ts.

/** A changed nickname stays this long. */
export const NICKNAME_KEPT_MS = 7 * 86_400_000;

/** Words with which somebody would pass for the house. */
const HOUSE = /admin|support|official|system|service|moderator|官方|客服|管理/iu;
/** Letters and digits of any language; between them single spaces, dots, dashes and underlines. */
const SHAPE = /^[\p{L}\p{N}][\p{M}\p{L}\p{N}]*(?:[ ._-][\p{L}\p{N}][\p{M}\p{L}\p{N}]*)*$/u;
const LENGTH_MIN = 2;
const LENGTH_MAX = 24;
/** A shorter name of the house stands inside other words by chance. */
const BRAND_LENGTH_MIN = 4;

/** Whether somebody may be called so. @param brandName - what the house is called now. */
export function isNickname(text: string, brandName: string): boolean {
  const { length } = [...text];
  if (length < LENGTH_MIN || length > LENGTH_MAX) return false;
  if (!SHAPE.test(text) || !/\p{L}/u.test(text)) return false;
  // Wide letters and signs between letters do not hide a word.
  const plain = (words: string) =>
    words
      .normalize('NFKC')
      .replaceAll(/[ ._-]/g, '')
      .toLowerCase();
  const [name, brand] = [plain(text), plain(brandName)];
  const isBrand = brand.length < BRAND_LENGTH_MIN ? name === brand : name.includes(brand);
  return !HOUSE.test(name) && !isBrand;
}

/** When a nickname that was changed then may be changed again; 0 = now. */
export function findNextChange(changedAtMs: number, nowMs: number): number {
  const nextMs = changedAtMs === 0 ? 0 : changedAtMs + NICKNAME_KEPT_MS;
  return nextMs > nowMs ? nextMs : 0;
}
