// The values that pages of the site read and an operator sets: for each its shape, what it is
// before anybody set it, and how a person edits it. The one list of them: the server checks by it
// (site/configuration), the back office draws its form from it. Not where they are kept, nor words.
import { siteBrand } from '../../brand.ts';
import { officialChannel, siteContact } from '../../contacts.ts';
import { z } from '../../z.ts';

/** How a person edits a value: `rows` are lines with the named parts between bars. */
export type WebValueForm =
  | { readonly kind: 'switch' | 'text' | 'address' | 'lines' | 'time' | 'brand' }
  /** One of these; `order`: some of these, each once, the first one first. */
  | { readonly kind: 'choice' | 'order'; readonly choices: readonly number[] }
  | { readonly kind: 'rows'; readonly parts: Readonly<Record<string, 'text' | 'number'>> };

/** Values that belong together, in the order of the page. */
export const webValueGroups = [
  'brand',
  'site',
  'market',
  'incentive',
  'service',
  'channel',
] as const;
export type WebValueGroup = (typeof webValueGroups)[number];

interface WebValue<TShape extends z.ZodType> {
  readonly group: WebValueGroup;
  readonly form: WebValueForm;
  readonly shape: TShape;
  /** Counts until it is set, and wherever a malformed one is kept. */
  readonly first: z.output<TShape>;
  /** Whoever sets it could harm everybody: another operator must agree. */
  readonly needsTwo?: boolean;
}

const define = <TShape extends z.ZodType>(value: WebValue<TShape>): WebValue<TShape> => value;

const text = z.string().max(300);
const address = text.regex(/^(https?:\/\/\S+)?$/, 'http or https address');
const symbol = z.string().regex(/^[a-z0-9_]{0,40}$/, 'symbol such as btc or btc_d');
const symbols = z
  .array(z.string().regex(/^[a-z0-9]{1,16}_[a-z0-9]{1,16}$/, 'market such as btc_usdt'))
  .max(20);
const line = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A script of somebody else behind a line; only over https, or it would be anybody's. */
const script = z.object({
  line,
  address: z
    .string()
    .max(300)
    .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?\/[^\s;,'"]*$/, 'https address'),
  name: z.string().regex(/^[A-Za-z_$][\w$]{0,60}$/, 'name'),
});

const accounts: readonly string[] = ['x', 'youtube', 'telegram', 'whatsapp'];
const patternOf = (place: string) =>
  accounts.includes(place) ? /^https:\/\/\S+$/ : /^[^\s@]+@[^\s@]+$/;
const contact = siteContact.refine(
  (one) => patternOf(one.place).test(one.address),
  'service, product, business, case have a mail address, the others an https address',
);

/** Where people are told that the house is: whoever sets it alone could send them to a thief. */
const own = { group: 'site', needsTwo: true } as const;

/** Every value there is, in the order of the page. */
export const webValues = {
  brand: define({
    group: 'brand',
    form: { kind: 'brand' },
    shape: siteBrand,
    first: { name: '', accent: 'lime', picture: '' },
  }),
  appUrl: define({ ...own, form: { kind: 'address' }, shape: address, first: '' }),
  androidUrl: define({ ...own, form: { kind: 'address' }, shape: address, first: '' }),
  iosUrl: define({ ...own, form: { kind: 'address' }, shape: address, first: '' }),
  backupWebsites: define({
    ...own,
    form: { kind: 'lines' },
    shape: z.array(z.string().min(1).max(200)).max(20),
    first: [],
  }),
  partnerId: define({ group: 'site', form: { kind: 'text' }, shape: text, first: '' }),
  maintenanceEndsAtMs: define({
    group: 'site',
    form: { kind: 'time' },
    shape: z.number().int().min(0),
    first: 0,
  }),
  /** Announced on every page until then. */
  maintenanceStartsAtMs: define({
    group: 'site',
    form: { kind: 'time' },
    shape: z.number().int().min(0),
    first: 0,
  }),
  /** Who is told when something is wrong; test mails go there too. */
  alarmAddress: define({
    group: 'site',
    form: { kind: 'text' },
    shape: z
      .string()
      .max(200)
      .regex(/^([^\s@]+@[^\s@]+)?$/, 'mail address'),
    first: '',
  }),
  /** From this value in USDT on it is declared who receives a withdrawal; 0 = always. */
  travelFromUsdt: define({
    ...own,
    form: { kind: 'text' },
    shape: z.string().regex(/^(0|[1-9]\d{0,8})$/, 'whole USDT'),
    first: '1000',
  }),
  perpetualSymbol: define({ group: 'market', form: { kind: 'text' }, shape: symbol, first: '' }),
  deliverySymbol: define({ group: 'market', form: { kind: 'text' }, shape: symbol, first: '' }),
  /** Symbols of spot markets, the first one first; those not listed here any more are left out. */
  recommendedMarkets: define({
    group: 'market',
    form: { kind: 'lines' },
    shape: symbols,
    first: [],
  }),
  /** The same: they lead what the search offers unasked, before what people choose. */
  popularMarkets: define({ group: 'market', form: { kind: 'lines' }, shape: symbols, first: [] }),
  rebateStatus: define({
    group: 'incentive',
    form: { kind: 'choice', choices: [0, 1, 2, 3] },
    shape: z.number().int().min(0).max(99),
    first: 0,
  }),
  kolIncentive: define({
    group: 'incentive',
    form: { kind: 'switch' },
    shape: z.boolean(),
    first: false,
  }),
  serviceLines: define({
    group: 'service',
    form: { kind: 'order', choices: [1, 2, 3] },
    shape: z.array(line).max(3),
    first: [],
  }),
  serviceScripts: define({
    group: 'service',
    form: { kind: 'rows', parts: { line: 'number', address: 'text', name: 'text' } },
    shape: z.array(script).max(3),
    first: [],
    needsTwo: true,
  }),
  contacts: define({
    group: 'channel',
    form: { kind: 'rows', parts: { place: 'text', address: 'text' } },
    shape: z.array(contact).max(8),
    first: [],
    needsTwo: true,
  }),
  officialChannels: define({
    group: 'channel',
    form: { kind: 'rows', parts: { kind: 'text', value: 'text', name: 'text' } },
    shape: z.array(officialChannel).max(100),
    first: [],
    needsTwo: true,
  }),
} as const;

/** Name of a value. */
export type WebValueName = keyof typeof webValues;

/** All values with their types. */
export type WebConfig = { [TName in WebValueName]: z.output<(typeof webValues)[TName]['shape']> };

/** Names of the values there are, in the order of the page. */
export const webValueNames = Object.keys(webValues) as readonly WebValueName[];
