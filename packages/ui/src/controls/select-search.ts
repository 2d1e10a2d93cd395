// What a select with a search box looks for, and when. Not its looks (Select.tsx).
import { useEffect, useRef, useState } from 'react';
import type { Option } from './Choices.tsx';

/** So long after the last key the list is searched. */
const lateMs = 300;
/** Choices made before that stand on top. */
const historyMax = 5;

/** Options under a heading; "" = none. */
export type OptionGroup<TValue extends string> = { label: string; items: Option<TValue>[] };

/** Whether an option is meant by what was typed: a part of its name or its value, in any case. */
export function isMatch(option: { value: string; label: string }, typed: string): boolean {
  const word = typed.trim().toLowerCase();
  return [option.label, option.value].some((text) => text.toLowerCase().includes(word));
}

/** The options in groups: the last five choices first, when there are some. */
export function listGroups<TValue extends string>(props: {
  options: readonly Option<TValue>[];
  recent?: readonly TValue[] | undefined;
  allLabel?: string | undefined;
  recentLabel: string;
}): OptionGroup<TValue>[] {
  const recent = (props.recent ?? [])
    .slice(0, historyMax)
    .map((value) => props.options.find((option) => option.value === value))
    .filter((option) => option !== undefined);
  if (recent.length === 0) return [{ label: '', items: [...props.options] }];
  const rest = props.options.filter((option) => !recent.includes(option));
  return [
    { label: props.recentLabel, items: recent },
    { label: props.allLabel ?? '', items: rest },
  ];
}

/** Choices made before with the newest in front, each once, at most five. */
export function addChoice<TValue>(before: readonly TValue[], chosen: TValue): TValue[] {
  return [chosen, ...before.filter((one) => one !== chosen)].slice(0, historyMax);
}

/** What is looked for: the typed word, 300 ms after its last key. */
export function useLateWord() {
  const [word, setWord] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setWord(typed.current);
  };
  return {
    word,
    /** @param isTyped - false when the box was filled or emptied by itself: nothing is sought. */
    hear(text: string, isTyped: boolean) {
      typed.current = isTyped ? text : '';
      clearTimeout(timer.current);
      if (typed.current === '') take();
      else timer.current = setTimeout(take, lateMs);
    },
    /** Look at once. @returns whether there was something to wait for. */
    hurry(): boolean {
      const isWaiting = timer.current !== undefined;
      if (isWaiting) take();
      return isWaiting;
    },
  };
}
