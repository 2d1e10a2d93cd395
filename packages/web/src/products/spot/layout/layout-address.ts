// Arrangements to choose from, and an arrangement as a few characters of an address, so that it can
// be handed on. What comes in by an address is held to the sizes that the panels can have.
// Not the panels (DeskLayout.tsx), not the taking over (use-layout-address.ts).
import { firstLayout, type TradeLayout } from './trade-settings.ts';

/** Names the arrangement in the address of the trade page. */
export const layoutName = 'layout';

/** How small and how large a panel may be. */
export const layoutLimits = {
  bottomPx: [120, 700],
  // At 1280 pixels both at their widest leave the chart its 480.
  bookPx: [260, 400],
  formPx: [300, 398],
  tapePx: [96, 480],
} as const;

/** Arrangements by name; which side the form stands on is another choice. */
export const presets = {
  standard: firstLayout,
  chart: { ...firstLayout, isBookFolded: true, isBottomFolded: true },
  book: { ...firstLayout, bookPx: 360, formPx: 300, tapePx: 320, bottomPx: 200 },
} as const satisfies Record<string, TradeLayout>;

/** Name of an arrangement. */
export type PresetName = keyof typeof presets;

const sizes = ['bottomPx', 'bookPx', 'formPx', 'tapePx'] as const;
const flags = {
  m: 'isMirrored',
  l: 'isBottomFolded',
  t: 'isTapeFolded',
  b: 'isBookFolded',
} as const;

/** An arrangement for an address: four sizes, then a letter for each thing that is so. */
export function writeLayout(layout: TradeLayout): string {
  const letters = Object.entries(flags).flatMap(([letter, name]) => (layout[name] ? [letter] : []));
  return [...sizes.map((name) => Math.round(layout[name])), letters.join('')].join('-');
}

/** The arrangement of an address; null when it is none. */
export function readLayout(text: string): TradeLayout | null {
  const match = /^(\d{1,4})-(\d{1,4})-(\d{1,4})-(\d{1,4})-([mltb]{0,4})$/.exec(text);
  if (match === null) return null;
  const letters = match[5] ?? '';
  const size = (at: number) => {
    const [least, most] = layoutLimits[sizes[at] as (typeof sizes)[number]];
    return Math.max(least, Math.min(most, Number(match[at + 1])));
  };
  return {
    bottomPx: size(0),
    bookPx: size(1),
    formPx: size(2),
    tapePx: size(3),
    isMirrored: letters.includes('m'),
    isBottomFolded: letters.includes('l'),
    isTapeFolded: letters.includes('t'),
    isBookFolded: letters.includes('b'),
  };
}

/** True for two arrangements that differ in nothing but their side. */
export function isSamePreset(one: TradeLayout, other: TradeLayout): boolean {
  const bare = (layout: TradeLayout) => writeLayout({ ...layout, isMirrored: false });
  return bare(one) === bare(other);
}
