import { expect, test } from 'vitest';
import { readWord } from './outside.ts';

test.each([
  [{ step: 'loaded', isReady: false, unreadCount: 0 }],
  [{ step: 'state', isReady: true, unreadCount: 7 }],
])('%j is a word of a frame', (word) => {
  expect(readWord(word)).toEqual(word);
});

test.each([
  [null],
  ['open'],
  [{ step: 'steal', isReady: true, unreadCount: 0 }],
  [{ step: 'state', isReady: 'yes', unreadCount: 0 }],
])('%j is none', (data) => {
  expect(readWord(data)).toBeUndefined();
});

test.each([[-3], [1.5], ['9'], [Infinity], [undefined]])('%j unread is none', (unreadCount) => {
  expect(readWord({ step: 'state', isReady: true, unreadCount })?.unreadCount).toBe(0);
});
