// Words that their place shortens to dots say all of themselves under a pointer that rests on them.
// One listener for the whole page. Not for what has a title of its own. Used once by each app.
import { useEffect } from 'react';

const named = new WeakSet<Element>();

/** Give what ends in dots its whole text as a title, and take it back when it fits again. */
function nameShortened(element: HTMLElement): void {
  if (element.hasAttribute('title') && !named.has(element)) return;
  const isShortened =
    element.scrollWidth > element.clientWidth &&
    getComputedStyle(element).textOverflow === 'ellipsis';
  if (isShortened) {
    element.title = element.textContent;
    named.add(element);
  } else if (named.delete(element)) element.removeAttribute('title');
}

/** Further out nothing is a text any more. */
const parentsMax = 3;

/** Listen for pointers over the whole page. */
export function useFullWords(): void {
  useEffect(() => {
    const hear = (event: PointerEvent) => {
      let element = event.target instanceof HTMLElement ? event.target : null;
      for (let step = 0; element !== null && step < parentsMax; step += 1) {
        nameShortened(element);
        element = element.parentElement;
      }
    };
    document.addEventListener('pointerover', hear, { passive: true });
    return () => document.removeEventListener('pointerover', hear);
  }, []);
}
