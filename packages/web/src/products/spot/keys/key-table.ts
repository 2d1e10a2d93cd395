// The keys of the trade page: what each does by name, and its key unless the person chose another.
// Not what the deeds do (KeyDesk.tsx), nor how a press is spelt (base/trade/keys.ts).

/** One deed that a key does. */
export interface KeyAction {
  readonly name: KeyName;
  /** As `spellKey` spells it. */
  readonly key: string;
  /** Acts at once: the key is dead unless the keys are armed. */
  readonly isDangerous?: boolean;
}

const list = [
  { name: 'markets', key: 'o' },
  { name: 'buy', key: 'b' },
  { name: 'sell', key: 's' },
  { name: 'limit', key: 'l' },
  { name: 'market', key: 'm' },
  { name: 'stop', key: 't' },
  { name: 'share25', key: '1' },
  { name: 'share50', key: '2' },
  { name: 'share75', key: '3' },
  { name: 'share100', key: '4' },
  { name: 'arm', key: 'a' },
  { name: 'send', key: 'ctrl+enter' },
  { name: 'cancelNewest', key: 'x', isDangerous: true },
  { name: 'cancelAll', key: 'shift+x', isDangerous: true },
  { name: 'fullScreen', key: 'f' },
  { name: 'shorter', key: '[' },
  { name: 'longer', key: ']' },
  { name: 'undo', key: 'ctrl+z' },
  { name: 'redo', key: 'ctrl+shift+z' },
  { name: 'grouping', key: 'g' },
  { name: 'hide', key: 'h' },
  { name: 'deposit', key: 'd' },
  { name: 'withdraw', key: 'w' },
  { name: 'transfer', key: 'v' },
  { name: 'notices', key: 'n' },
  { name: 'previous', key: 'p' },
  { name: 'favouriteUp', key: 'alt+arrowup' },
  { name: 'favouriteDown', key: 'alt+arrowdown' },
  { name: 'list', key: '?' },
] as const;

/** Name of a deed; its words stand below `keys.`. */
export type KeyName = (typeof list)[number]['name'];

/** Every deed, in the order of the list that people see. */
export const keyActions: readonly KeyAction[] = list;

/** Keys the person chose, by name; the others keep their first one. */
export type ChosenKeys = Readonly<Partial<Record<KeyName, string>>>;

/** The key of a deed. */
export function keyOf(action: KeyAction, chosen: ChosenKeys): string {
  return chosen[action.name] ?? action.key;
}

/** The deed of a key, or undefined. */
export function findAction(key: string, chosen: ChosenKeys): KeyAction | undefined {
  return keyActions.find((action) => keyOf(action, chosen) === key);
}

/** Choose a key for a deed; a deed that had it gets the key that is free now. */
export function chooseKey(chosen: ChosenKeys, name: KeyName, key: string): ChosenKeys {
  const action = keyActions.find((each) => each.name === name) as KeyAction;
  const before = keyOf(action, chosen);
  const other = findAction(key, chosen);
  const next = { ...chosen, [name]: key };
  return other === undefined || other.name === name ? next : { ...next, [other.name]: before };
}

const shown: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: '⇧',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  ' ': '␣',
};

/** A key as people read it. */
export function showKey(key: string): string {
  if (key === '+') return key;
  const parts = key.endsWith('++') ? [...key.slice(0, -2).split('+'), '+'] : key.split('+');
  return parts.map((part) => shown[part] ?? part.toUpperCase()).join(' ');
}
