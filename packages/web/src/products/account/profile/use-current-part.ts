// Which part of the settings is read: the last one whose head has come up to the header, and at the
// very end of the page the last of all. A part that was chosen stays the current
// one until the person scrolls themselves: at the end of a page not every part can stand at its
// top.
import { useEffect, useRef, useState } from 'react';
import { type Part, parts } from './parts.ts';

/** A head this near to the top has come up: a little below where a chosen one stops. */
const passedPx = 128;
/** What a person moves a page with. */
const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function readPassed(): Part {
  const page = document.documentElement;
  const isAtEnd = page.scrollHeight > innerHeight && scrollY + innerHeight >= page.scrollHeight - 1;
  const passed = parts.filter((part) => {
    const head = document.getElementById(part)?.getBoundingClientRect();
    return head !== undefined && (isAtEnd || head.top <= passedPx);
  });
  return passed.at(-1) ?? parts[0];
}

const readChosen = () => parts.find((part) => `#${part}` === location.hash);

/** The part, and the way to choose one. */
export function useCurrentPart(): { current: Part; choose: (part: Part) => void } {
  const [current, setCurrent] = useState<Part>(parts[0]);
  const isChosen = useRef(false);
  const choose = (part: Part) => {
    isChosen.current = true;
    setCurrent(part);
  };
  useEffect(() => {
    const follow = () => {
      if (!isChosen.current) setCurrent(readPassed());
    };
    const hear = () => {
      const chosen = readChosen();
      if (chosen === undefined) follow();
      else choose(chosen);
    };
    const letGo = () => {
      isChosen.current = false;
    };
    hear();
    for (const hand of hands) addEventListener(hand, letGo, { passive: true });
    addEventListener('scroll', follow, { passive: true });
    addEventListener('hashchange', hear);
    return () => {
      for (const hand of hands) removeEventListener(hand, letGo);
      removeEventListener('scroll', follow);
      removeEventListener('hashchange', hear);
    };
  }, []);
  return { current, choose };
}
