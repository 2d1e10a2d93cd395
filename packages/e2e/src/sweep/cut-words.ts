// Words that end hard at an edge: what holds them hides what sticks out, and no dots say so. The
// page is not too wide then. Not words that are shortened to dots, which show all of
// themselves to a pointer, nor rows that are pushed sideways. Read by the sweep.
import type { Page } from 'playwright-core';

/** Runs in the page, with the selector of what is looked at. */
const find = `(selector) => {
  const isSilent = (element) =>
    getComputedStyle(element).visibility === 'hidden' ||
    element.closest('[hidden], [inert], [aria-hidden=true], .ui-sr') !== null;
  const hides = (element) => {
    // What only ears have is a dot.
    if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) return false;
    const { overflowX, textOverflow } = getComputedStyle(element);
    return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis';
  };
  const findWords = (element) => {
    const { left, right } = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode;
      if (text.data.trim() === '' || isSilent(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const isCut = box.right > right + 1 || box.left < left - 1;
      if (box.width > 0 && isCut) return text.data.trim();
    }
    return null;
  };
  const within = [...document.querySelectorAll(selector)];
  const all = within.flatMap((root) => [root, ...root.querySelectorAll('*')]);
  return all.filter((one) => hides(one) && !isSilent(one)).flatMap((one) => {
    const words = findWords(one);
    return words === null ? [] : [one.tagName + ' ' + one.getAttribute('class') + ': ' + words];
  }).slice(0, 4);
}`;

/**
 * Look for words that are cut.
 *
 * @param selector - of what is looked at.
 * @returns a line for each place, four at most.
 */
export function findCutWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`(${find})(${JSON.stringify(selector)})`);
}
