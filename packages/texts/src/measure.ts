// How wide a text is before anybody draws it. Read by layouts that choose by it, and by tests.

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** Width in halves of a CJK character: what a text needs on a line. */
export function measureText(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}
