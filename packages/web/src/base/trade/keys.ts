// How a press of a key is spelt, where keys are dead, and what somebody chose about them. Used by
// the trade page and by the pages that hide amounts. Not which keys there are: products have them.
import { defineSetting } from '../settings.ts';

/** Single-key shortcuts can be switched off. */
export const shortcutsSetting = defineSetting('trade.shortcuts', true);

/** Keys that somebody chose on this device, by the name of the deed. */
export const keysSetting = defineSetting<Readonly<Partial<Record<string, string>>>>(
  'trade.keys',
  {},
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((key) => typeof key === 'string'),
);

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Whether a press belongs to a field or a dialog: keys of the page are dead there. */
export function isTyping({ target }: Pick<Event, 'target'>): boolean {
  return target instanceof Element && target.closest(typing) !== null;
}

/** What the spelling of a press needs. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const alone = new Set(['control', 'shift', 'alt', 'meta', 'altgraph', 'capslock', 'dead']);

/** Spell a press: `shift+x`, `ctrl+enter`, `?`. A modifier alone is nothing: null. */
export function spellKey(press: KeyPress): string | null {
  const key = press.key.toLowerCase();
  if (alone.has(key) || key === '') return null;
  // A sign that needs Shift on one keyboard and not on another is the same sign.
  const isSign = key.length === 1 && key === key.toUpperCase();
  const hasShift = press.shiftKey && !isSign;
  const hasControl = press.ctrlKey || press.metaKey;
  const marks = `${hasControl ? 'ctrl+' : ''}${press.altKey ? 'alt+' : ''}`;
  return `${marks}${hasShift ? 'shift+' : ''}${key}`;
}
