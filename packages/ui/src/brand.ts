// The one brand file: name, mark, addresses. Name, accent, picture and contact addresses can also
// be set while it runs (values `brand` and `contacts` of the configuration).
// Not colours of the interface (css/tokens.css); those here are for icons outside the page.

/**
 * The mark on a grid of 32: two contour lines of a trough, as a depth chart and a sea chart both
 * draw it, and the pennant afloat in it. One colour is enough; the pennant may wear the lime.
 */
export type MarkDrawing = {
  readonly viewBox: string;
  /** Stroked lines. */
  readonly lines: readonly string[];
  readonly lineWidth: number;
  /** The filled pennant. */
  readonly pennant: string;
};

/** A place outside the site where the house can be met. */
export type BrandChannel = {
  readonly key: string;
  readonly name: string;
  /** Its address; "" until the operator names one, then our page of official channels stands in. */
  readonly address: string;
};

/** Everything that names the house. */
export const brand = {
  name: 'Isobath',
  /** As the word-mark writes it. */
  wordmark: 'isobath',
  /** Where the house is at home: stands behind the @ and in the copyright line. */
  domain: 'isobath.example',
  /** Mail names before the @. */
  mailboxes: {
    support: 'support',
    security: 'security',
    notices: 'no-reply',
    service: 'service',
    product: 'product',
    business: 'business',
    case: 'case',
  },
  /** First year of the copyright line. */
  firstYear: 2017,
  networks: [
    { key: 'x', name: 'X', address: '' },
    { key: 'youtube', name: 'YouTube', address: '' },
  ],
  chats: [
    { key: 'telegram', name: 'Telegram', address: '' },
    { key: 'whatsapp', name: 'WhatsApp', address: '' },
  ],
  colours: { ink: '#070b0d', paper: '#f5f7f3', bone: '#e9eeea' },
  /** The pennant's colour by accent: `--you` of css/tokens.css on ink. */
  accents: { lime: '#d3f04a', aqua: '#5ceff0', violet: '#c9a8ff', orchid: '#f5a3f5' },
  mark: {
    viewBox: '0 0 32 32',
    lines: [
      'M1 9.5H6.2C10.6 9.5 10.4 19 16 19S21.4 9.5 25.8 9.5H31',
      'M1 18H3.6C9.2 18 8.4 28 16 28S22.8 18 28.4 18H31',
    ],
    lineWidth: 3.4,
    pennant: 'M10.6 3H21.4L16 12.6Z',
  },
} as const satisfies {
  name: string;
  wordmark: string;
  domain: string;
  mailboxes: Record<string, string>;
  firstYear: number;
  networks: readonly BrandChannel[];
  chats: readonly BrandChannel[];
  colours: Record<string, string>;
  accents: Record<string, string>;
  mark: MarkDrawing;
};

/** An accent that the house can wear. */
export type Accent = keyof typeof brand.accents;

/** A contact address of the house; never one of the machine that happens to serve the page. */
export function brandAddress(box: keyof typeof brand.mailboxes): string {
  return `${brand.mailboxes[box]}@${brand.domain}`;
}

/**
 * The icon of the page as SVG text; on a trading page the notch points the way of the day.
 *
 * @param accent - colour of the pennant.
 * @param direction - up, down, or left out for the plain mark.
 */
export function showFavicon(accent: Accent, direction?: 'up' | 'down'): string {
  const { mark, colours, accents } = brand;
  const isUp = direction === 'up';
  const turn = isUp ? ' transform="matrix(1 0 0 -1 0 32)"' : '';
  const lines = mark.lines
    .map((line) => `<path d="${line}" stroke="${colours.bone}" stroke-width="3"/>`)
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">` +
    `<rect width="32" height="32" rx="6" fill="${colours.ink}"/>` +
    `<g transform="translate(3.2 2.6) scale(.8)"><g${turn}>${lines}` +
    `<path d="${mark.pennant}" fill="${accents[accent]}"/></g></g></svg>`
  );
}

/** The same icon as an address for a link element. */
export function faviconUrl(accent: Accent, direction?: 'up' | 'down'): string {
  return `data:image/svg+xml,${encodeURIComponent(showFavicon(accent, direction))}`;
}
