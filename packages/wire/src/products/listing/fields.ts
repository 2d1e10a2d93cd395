// What is listed: coins, markets, the fees of new markets, VIP levels, and lists of markets. Each
// thing is a kind, a key and fields of text; the one table of them. The operator's commands, files
// and the console's forms are read by it. Not here: rules between fields (the server's listing).
import { z } from '../../z.ts';

const ticksMax = 2_147_483_647;
const ratesCount = 16;
const rateMin = -10_000;
const rateMax = 100_000;
const logoLengthMax = 90_000;

/** A larger picture of a coin is not taken. */
export const coinPictureBytesMax = 64 * 1024;

/** Trade areas of markets by number. */
export const tradeAreas = { 1: 'main', 6: 'etf', 8: 'alts' } as const;

/** Languages in which a coin can be described. */
export const coinTextLocales = [
  'en_US',
  'zh_CN',
  'zh_HK',
  'ja_JP',
  'vi_VN',
  'th_TH',
  'fil_PH',
  'ru_RU',
  'de_DE',
  'fr_FR',
  'it_IT',
  'es_ES',
  'pt_PT',
] as const;

/** Places a coin can link to. */
export const coinLinks = ['website', 'explorer', 'whitepaper', 'source'] as const;
export type CoinLink = (typeof coinLinks)[number];

function whole(least: number, most: number) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,9})$/, 'whole number')
    .refine((text) => Number(text) >= least && Number(text) <= most, `from ${least} to ${most}`);
}

const amount = z
  .string()
  .max(40)
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'decimal amount')
  .transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text));
const positive = amount.refine((text) => text !== '0', 'above 0');
/** 1, 0.1, 0.01 and so on: a step is one unit of the last decimal. */
const step = amount.refine((text) => /^(1|0\.0{0,17}1)$/.test(text), '1, 0.1, 0.01 and so on');
const address = z
  .string()
  .max(300)
  .regex(/^(https:\/\/[^\s"'<>]+)?$/, 'https address');
const rates = z
  .string()
  .max(200)
  .transform((text) => text.trim().split(/[\s,;]+/))
  .refine(
    (all) =>
      all.length === ratesCount &&
      all.every((one) => /^-?\d{1,6}$/.test(one) && +one >= rateMin && +one <= rateMax),
    `${ratesCount} whole numbers from ${rateMin} to ${rateMax}, of levels 0 to 15`,
  )
  .transform((all) => all.map(Number).join(' '));
const modeWords = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'TRANSFER'];
const modes = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toUpperCase()
      .split(/[\s,;]+/),
  )
  .refine((all) => all.every((word) => modeWords.includes(word)), `some of ${modeWords.join(' ')}`)
  .transform((all) => modeWords.filter((word) => all.includes(word)).join(' '));
const mode = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((word) => modeWords.includes(word), `one of ${modeWords.join(' ')}`);
const symbols = z
  .string()
  .max(1_000)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  )
  .refine(
    (all) => all.length <= 20 && all.every((one) => /^[a-z0-9]{1,16}_[a-z0-9]{1,16}$/.test(one)),
    'at most 20 markets such as btc_usdt',
  )
  .transform((all) => [...new Set(all)].join(' '));
const moment = z
  .string()
  .max(40)
  .transform((text) => (/^\d{13}$/.test(text) ? Number(text) : Date.parse(text)))
  .refine((atMs) => Number.isSafeInteger(atMs), 'time such as 2026-01-31T08:00:00Z')
  .transform((atMs) => new Date(atMs).toISOString());

const logo = z
  .string()
  .max(logoLengthMax)
  .regex(/^([A-Za-z0-9+/]+={0,2})?$/, 'a picture in base64');
const plainText = (lengthMax: number) =>
  z
    .string()
    .trim()
    .max(lengthMax, `at most ${lengthMax} letters`)
    .regex(/^[^\p{Cc}]*$/u, 'no line breaks');

const linkFields = Object.fromEntries(
  coinLinks.map((name) => [`links.${name}`, address] as const),
) as Record<`links.${CoinLink}`, typeof address>;
const coinText = plainText(2_000);
const textFields = Object.fromEntries(
  coinTextLocales.map((locale) => [`texts.${locale}`, coinText] as const),
) as Record<`texts.${(typeof coinTextLocales)[number]}`, typeof coinText>;

/** Fields of each kind, in the order in which they are shown. */
export const listingShapes = {
  coin: z
    .strictObject({
      name: plainText(60).min(1, 'a name'),
      decimals: whole(0, 18),
      ...linkFields,
      ...textFields,
      logo,
    })
    .partial(),
  fees: z.strictObject({ makerPpm: rates, takerPpm: rates }).partial(),
  vip: z.strictObject({ volumeUsdt: amount }).partial(),
  market: z
    .strictObject({
      tickSize: step,
      lotSize: step,
      referencePrice: positive,
      minNotional: amount,
      minQuantity: positive,
      maxQuantity: positive,
      maxMarketQuantity: positive,
      minPrice: positive,
      maxPrice: positive,
      bandLowPpm: whole(1, 999_999),
      bandHighPpm: whole(1_000_001, 1_000_000_000),
      marketGuardBps: whole(1, 10_000),
      makerPpm: rates,
      takerPpm: rates,
      tradeArea: whole(1, 99).refine((text) => text in tradeAreas, '1 main, 6 ETF or 8 alts'),
      closeOutMax: amount,
      openOrdersMax: whole(1, 1_000_000),
      stopOrdersMax: whole(1, 1_000_000),
      icebergPartsMax: whole(1, 1_000),
      trailingDeltaBpsMin: whole(1, 10_000),
      trailingDeltaBpsMax: whole(1, 10_000),
      amendsMax: whole(1, 1_000_000),
      selfTradePreventionModes: modes,
      selfTradePreventionDefault: mode,
      opens: z.enum(['later', 'now', 'auction']),
      openAt: moment,
    })
    .partial(),
  list: z.strictObject({ markets: symbols }).partial(),
} as const;

/** What can be listed, in the order in which it is made. */
export type ListingKind = keyof typeof listingShapes;
/** Names of the kinds. */
export const listingKinds = Object.keys(listingShapes) as [ListingKind, ...ListingKind[]];

/** How a thing of each kind is named. */
export const listingKeys = {
  coin: z
    .string()
    .transform((text) => text.toUpperCase())
    .refine((text) => /^[A-Z0-9]{1,16}$/.test(text), 'a short name such as BTC'),
  fees: z.literal('default', { error: 'default: the fees of new markets' }),
  vip: whole(0, 15),
  market: z
    .string()
    .transform((text) => text.toLowerCase())
    .refine((text) => /^[a-z0-9]{1,16}_[a-z0-9]{1,16}$/.test(text), 'a market such as BTC_USDT'),
  list: z.enum(['recommended', 'popular'], { error: 'recommended or popular' }),
} as const satisfies Record<ListingKind, z.ZodType<string>>;

/** Fields by name; every value is text. */
export type ListingFields = Readonly<Record<string, string>>;

/** The largest number of ticks that a price can have. */
export const listingTicksMax = ticksMax;
