// The tokens as a canvas needs them: resolved colours, sizes in pixels, the face of numbers.
// Not a source of colours: every value is read from the page, so themes and palettes hold here too.

const colourVariables = {
  page: '--bg-0',
  panel: '--bg-2',
  raised: '--bg-3',
  pressed: '--bg-4',
  line: '--line',
  lineStrong: '--line-strong',
  lineControl: '--line-control',
  text1: '--text-1',
  text2: '--text-2',
  text3: '--text-3',
  up: '--up',
  down: '--down',
  upTint: '--up-tint',
  downTint: '--down-tint',
  onUp: '--on-up',
  onDown: '--on-down',
  you: '--you',
  youFill: '--you-fill',
  onYou: '--on-you',
  youTint: '--you-tint',
  warn: '--warn',
  danger: '--danger',
  info: '--info',
  sky: '--series-sky',
  sand: '--series-sand',
  lilac: '--series-lilac',
  clay: '--series-clay',
  teal: '--series-teal',
  grey: '--series-grey',
} as const;

const sizeVariables = {
  micro: '--size-micro',
  mini: '--size-mini',
  small: '--size-small',
  body: '--size-body',
} as const;

/** Colours by name, ready for fillStyle. */
export type PaintColours = Readonly<Record<keyof typeof colourVariables, string>>;

/** Text sizes by name, in CSS pixels. */
export type PaintSizes = Readonly<Record<keyof typeof sizeVariables, number>>;

/** Everything a canvas reads from the page's theme. */
export type PaintTheme = {
  readonly colours: PaintColours;
  readonly sizesPx: PaintSizes;
  /** Height of one row of a book in this density, in CSS pixels. */
  readonly bookRowPx: number;
  readonly family: string;
  /** A value for context.font. */
  readonly font: (size: keyof typeof sizeVariables, weight?: number) => string;
};

/**
 * Read the theme that holds at an element. Costs one style pass: once a theme change, not a frame.
 */
export function readPaintTheme(at: Element): PaintTheme {
  const probes = document.createElement('div');
  // Where the device forces its colours, what is painted keeps those of the theme.
  probes.style.cssText = `position:absolute;visibility:hidden;pointer-events:none;width:0;height:0;
    forced-color-adjust:none`;
  const probe = (style: string) => {
    const element = document.createElement('i');
    element.style.cssText = style;
    probes.append(element);
    return element;
  };
  const colourProbes = mapValues(colourVariables, (name) => probe(`color:var(${name})`));
  const sizeProbes = mapValues(sizeVariables, (name) => probe(`font-size:var(${name})`));
  const row = probe('display:block;height:var(--book-row-height)');
  const face = probe('font-family:var(--font-text)');
  (at instanceof HTMLCanvasElement ? (at.parentElement ?? document.body) : at).append(probes);
  const colours = mapValues(colourProbes, (element) => getComputedStyle(element).color);
  const sizesPx = mapValues(sizeProbes, (element) =>
    Number.parseFloat(getComputedStyle(element).fontSize),
  );
  const bookRowPx = Number.parseFloat(getComputedStyle(row).height);
  const family = getComputedStyle(face).fontFamily;
  probes.remove();
  const font: PaintTheme['font'] = (size, weight = 450) => `${weight} ${sizesPx[size]}px ${family}`;
  return { colours, sizesPx, bookRowPx, family, font };
}

const watchedAttributes = [
  'data-theme',
  'data-palette',
  'data-orientation',
  'data-density',
  'data-font-scale',
  'lang',
];

/**
 * Hear of each change of theme, palette, density, text size and of faces that have arrived.
 *
 * @returns the function that ends it.
 */
export function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: watchedAttributes,
    subtree: false,
  });
  const system = matchMedia('(prefers-color-scheme: light)');
  const pointer = matchMedia('(pointer: coarse)');
  system.addEventListener('change', listener);
  pointer.addEventListener('change', listener);
  document.fonts.addEventListener('loadingdone', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
    pointer.removeEventListener('change', listener);
    document.fonts.removeEventListener('loadingdone', listener);
  };
}

function mapValues<TKey extends string, TFrom, TTo>(
  source: Readonly<Record<TKey, TFrom>>,
  change: (value: TFrom) => TTo,
): Record<TKey, TTo> {
  const entries = Object.entries(source) as [TKey, TFrom][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)])) as Record<
    TKey,
    TTo
  >;
}
