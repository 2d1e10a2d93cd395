// Where catalogues are: one loader for each language and namespace there is, spelt out so that
// Node and the browser's bundler both find the files; the bundler makes a small file of each.
// Not here: sentences. A language without a loader falls back to en_US.
import { type AnyLocale, type Locale, locales, longestLocale } from './locales.ts';
import type { Catalogue } from './translate.ts';

type Loader = () => Promise<{ default: Catalogue }>;

const loaders = {
  about: {
    en_US: () => import('./en_US/about.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/about.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/about.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/about.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/about.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/about.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/about.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/about.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/about.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/about.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/about.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/about.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/about.json', { with: { type: 'json' } }),
  },
  account: {
    en_US: () => import('./en_US/account.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/account.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/account.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/account.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/account.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/account.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/account.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/account.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/account.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/account.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/account.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/account.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/account.json', { with: { type: 'json' } }),
  },
  admin: {
    en_US: () => import('./en_US/admin.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/admin.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/admin.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/admin.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/admin.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/admin.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/admin.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/admin.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/admin.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/admin.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/admin.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/admin.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/admin.json', { with: { type: 'json' } }),
  },
  coins: {
    en_US: () => import('./en_US/coins.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/coins.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/coins.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/coins.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/coins.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/coins.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/coins.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/coins.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/coins.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/coins.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/coins.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/coins.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/coins.json', { with: { type: 'json' } }),
  },
  content: {
    en_US: () => import('./en_US/content.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/content.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/content.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/content.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/content.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/content.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/content.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/content.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/content.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/content.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/content.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/content.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/content.json', { with: { type: 'json' } }),
  },
  service: {
    en_US: () => import('./en_US/service.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/service.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/service.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/service.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/service.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/service.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/service.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/service.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/service.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/service.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/service.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/service.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/service.json', { with: { type: 'json' } }),
  },
  docs: {
    en_US: () => import('./en_US/docs.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/docs.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/docs.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/docs.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/docs.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/docs.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/docs.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/docs.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/docs.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/docs.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/docs.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/docs.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/docs.json', { with: { type: 'json' } }),
  },
  errors: {
    en_US: () => import('./en_US/errors.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/errors.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/errors.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/errors.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/errors.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/errors.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/errors.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/errors.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/errors.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/errors.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/errors.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/errors.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/errors.json', { with: { type: 'json' } }),
  },
  inbox: {
    en_US: () => import('./en_US/inbox.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/inbox.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/inbox.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/inbox.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/inbox.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/inbox.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/inbox.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/inbox.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/inbox.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/inbox.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/inbox.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/inbox.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/inbox.json', { with: { type: 'json' } }),
  },
  keys: {
    en_US: () => import('./en_US/keys.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/keys.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/keys.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/keys.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/keys.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/keys.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/keys.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/keys.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/keys.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/keys.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/keys.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/keys.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/keys.json', { with: { type: 'json' } }),
  },
  mail: {
    en_US: () => import('./en_US/mail.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/mail.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/mail.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/mail.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/mail.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/mail.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/mail.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/mail.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/mail.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/mail.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/mail.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/mail.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/mail.json', { with: { type: 'json' } }),
  },
  market: {
    en_US: () => import('./en_US/market.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/market.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/market.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/market.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/market.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/market.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/market.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/market.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/market.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/market.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/market.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/market.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/market.json', { with: { type: 'json' } }),
  },
  assets: {
    en_US: () => import('./en_US/assets.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/assets.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/assets.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/assets.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/assets.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/assets.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/assets.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/assets.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/assets.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/assets.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/assets.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/assets.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/assets.json', { with: { type: 'json' } }),
  },
  planned: {
    en_US: () => import('./en_US/planned.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/planned.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/planned.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/planned.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/planned.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/planned.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/planned.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/planned.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/planned.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/planned.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/planned.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/planned.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/planned.json', { with: { type: 'json' } }),
  },
  site: {
    en_US: () => import('./en_US/site.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/site.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/site.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/site.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/site.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/site.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/site.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/site.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/site.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/site.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/site.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/site.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/site.json', { with: { type: 'json' } }),
  },
  shell: {
    en_US: () => import('./en_US/shell.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/shell.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/shell.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/shell.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/shell.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/shell.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/shell.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/shell.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/shell.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/shell.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/shell.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/shell.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/shell.json', { with: { type: 'json' } }),
  },
  trade: {
    en_US: () => import('./en_US/trade.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/trade.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/trade.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/trade.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/trade.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/trade.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/trade.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/trade.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/trade.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/trade.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/trade.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/trade.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/trade.json', { with: { type: 'json' } }),
  },
  spot: {
    en_US: () => import('./en_US/spot.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/spot.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/spot.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/spot.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/spot.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/spot.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/spot.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/spot.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/spot.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/spot.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/spot.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/spot.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/spot.json', { with: { type: 'json' } }),
  },
  transfer: {
    en_US: () => import('./en_US/transfer.json', { with: { type: 'json' } }),
    zh_CN: () => import('./zh_CN/transfer.json', { with: { type: 'json' } }),
    zh_HK: () => import('./zh_HK/transfer.json', { with: { type: 'json' } }),
    th_TH: () => import('./th_TH/transfer.json', { with: { type: 'json' } }),
    fil_PH: () => import('./fil_PH/transfer.json', { with: { type: 'json' } }),
    es_ES: () => import('./es_ES/transfer.json', { with: { type: 'json' } }),
    ja_JP: () => import('./ja_JP/transfer.json', { with: { type: 'json' } }),
    pt_PT: () => import('./pt_PT/transfer.json', { with: { type: 'json' } }),
    vi_VN: () => import('./vi_VN/transfer.json', { with: { type: 'json' } }),
    fr_FR: () => import('./fr_FR/transfer.json', { with: { type: 'json' } }),
    de_DE: () => import('./de_DE/transfer.json', { with: { type: 'json' } }),
    ru_RU: () => import('./ru_RU/transfer.json', { with: { type: 'json' } }),
    it_IT: () => import('./it_IT/transfer.json', { with: { type: 'json' } }),
  },
} as const satisfies Record<string, { en_US: Loader } & Partial<Record<Locale, Loader>>>;

/** A part of the texts: the shell, or one product. */
export type Namespace = keyof typeof loaders;

/** Every namespace there is. */
export const namespaces = Object.keys(loaders) as Namespace[];

/** The texts of a namespace as en_US has them. */
export type TextsOf<TNamespace extends Namespace> = Awaited<
  ReturnType<(typeof loaders)[TNamespace]['en_US']>
>['default'];

type WithoutPlural<TKey> = TKey extends `${infer TStem}_${'one' | 'other' | 'few' | 'many'}`
  ? TStem
  : TKey;

/** A key of a namespace; plural forms are asked for by their stem. */
export type TextKey<TNamespace extends Namespace> = WithoutPlural<
  keyof TextsOf<TNamespace> & string
>;

const loaded = new Map<string, Catalogue>();

async function loadReal(locale: Locale, namespace: Namespace): Promise<Catalogue | null> {
  const loader = (loaders[namespace] as Partial<Record<Locale, Loader>>)[locale];
  return loader === undefined ? null : (await loader()).default;
}

async function loadLongest(namespace: Namespace): Promise<Catalogue> {
  const all = await Promise.all(locales.map((locale) => loadReal(locale, namespace)));
  // Late: no page in production asks for it.
  const { makeLongest } = await import('./longest.ts');
  return makeLongest(all.filter((catalogue) => catalogue !== null));
}

/**
 * Load the texts of a namespace, with those of en_US behind them. Loaded once for each language.
 *
 * @returns pairs of language and texts, as `translate` takes them.
 */
export async function loadTexts(
  locale: AnyLocale,
  namespace: Namespace,
): Promise<readonly (readonly [AnyLocale, Catalogue])[]> {
  const wanted = [...new Set<AnyLocale>([locale, 'en_US'])];
  await Promise.all(
    wanted.map(async (each) => {
      const name = `${each}/${namespace}`;
      if (loaded.has(name)) return;
      const texts =
        each === longestLocale ? await loadLongest(namespace) : await loadReal(each, namespace);
      loaded.set(name, texts ?? {});
    }),
  );
  return readTexts(locale, namespace) ?? [];
}

/** The texts of a namespace when `loadTexts` has brought them, else null. */
export function readTexts(
  locale: AnyLocale,
  namespace: Namespace,
): readonly (readonly [AnyLocale, Catalogue])[] | null {
  const own = loaded.get(`${locale}/${namespace}`);
  const behind = loaded.get(`en_US/${namespace}`);
  if (own === undefined || behind === undefined) return null;
  return locale === 'en_US'
    ? [['en_US', behind]]
    : [
        [locale, own],
        ['en_US', behind],
      ];
}
