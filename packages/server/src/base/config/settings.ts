// What the operator may set from outside, read from the environment and checked once.
// It holds no secret (secrets.ts) and opens nothing.
// Called at the start of every process.

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from '@isobath/wire/z';
import { checkIpList } from '../addresses/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';

const SANDBOX_PARTS = ['liquidity', 'faucet', 'outbox'] as const;

/** A part that exists in sandbox mode only. */
export type SandboxPart = (typeof SANDBOX_PARTS)[number];

/** Everything that can be set from outside; the same in every process of one start. */
export interface Settings {
  readonly mode: 'sandbox' | 'production';
  /** Address and port of the one public door. */
  readonly host: string;
  readonly port: number;
  /** Absolute path; holds database, secrets, logs and the operator's socket. */
  readonly dataFolder: string;
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** What people type into the browser, without a slash at the end. */
  readonly publicUrl: string;
  /** Address of the back office by itself; undefined: it is below `publicUrl`. */
  readonly officeUrl: string | undefined;
  /** Addresses and networks of proxies in front, whose word about callers counts. */
  readonly trustedProxies: readonly string[];
  /** Whether the browser keeps a session cookie there: https, or http on this machine itself. */
  readonly canSignIn: boolean;
  /** The mail server; undefined: mails stay in the outbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly sandbox: Readonly<Record<SandboxPart, boolean>>;
  /** Whether the engine runs through a made-up market before it opens. */
  readonly isWarmedUp: boolean;
  /** Hosts whose scripts may answer a line of customer service, such as `chat.example.com`. */
  readonly serviceHosts: readonly string[];
  readonly reference: ReferenceSettings;
}

/** Where the simulated traders take their prices. */
export interface ReferenceSettings {
  /** `walk`, or `ccxt:VENUE`. */
  readonly source: string;
  /** Where that venue is asked, "" for its own address. */
  readonly url: string;
  /** Files of candles that are played back in place of the walk. */
  readonly candleFiles: readonly string[];
  /** Played milliseconds in one of ours. */
  readonly playSpeed: number;
}

/** Asked also of what is no address at all. */
const isOrigin = (url: string) =>
  URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, '');

const OnOff = z.enum(['on', 'off']).optional();

const PORT_MAX = 65_535;
const aPort = `must be a whole number from 1 to ${PORT_MAX}`;

const aboveNothing = 'must be a number above 0';

const Environment = z.object({
  PORT: z
    .string()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= PORT_MAX, aPort)
    .transform(Number)
    .default(4870),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  ISOBATH_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  ISOBATH_ADMIN_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'must be an address alone, as https://office.example')
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''))
    .refine(
      (list) => checkIpList(list) === undefined,
      'must be addresses or networks, as 10.0.0.2,2001:db8::/48',
    )
    .refine((list) => !list.some((one) => /\/0+$/.test(one)), 'a network of all is nobody'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().optional(),
  ISOBATH_LIQUIDITY: OnOff,
  ISOBATH_FAUCET: OnOff,
  ISOBATH_OUTBOX: OnOff,
  ISOBATH_WARM_UP: OnOff,
  ISOBATH_SERVICE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?([ ,]+[a-z0-9.-]+(:\d+)?)*$/, 'must be hosts with commas between')
    .optional(),
  ISOBATH_REFERENCE: z
    .string()
    .regex(/^(walk|ccxt:[a-z0-9]+)$/, 'must be walk or name a venue, as ccxt:binance')
    .default('walk'),
  ISOBATH_REFERENCE_URL: z.url({ protocol: /^https?$/ }).default(''),
  ISOBATH_REPLAY: z
    .string()
    .transform((list) => list.split(',').map((file) => file.trim()))
    .default([]),
  ISOBATH_REPLAY_SPEED: z.coerce.number(aboveNothing).positive(aboveNothing).default(1),
});

/**
 * Read the settings.
 * @param environment - variables; an empty value counts as not given. DATA_DIR is taken relative
 *   to `folder` and defaults to its `data` folder.
 * @param folder - root of the installation, default the folder npm was started in.
 * @errors Refusal 78 naming the first variable that is wrong, or a sandbox part in production.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder: string = process.cwd(),
): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    const name = String(path[0]);
    // An address with a password is not repeated.
    const shown = /^(DATABASE|SMTP)_URL$/.test(name) ? name : `${name}=${given[name]}`;
    throw new Refusal(EXIT.configuration, `${shown} is not usable (${message}): correct it.`);
  }
  const values = parsed.data;
  const isLoopback =
    ['localhost', '::1', '[::1]'].includes(values.HOST) || isLoopback4(values.HOST);
  const publicUrl = values.PUBLIC_URL ?? `http://${showHost(values.HOST)}:${values.PORT}`;
  return {
    mode: values.ISOBATH_MODE,
    host: values.HOST,
    port: values.PORT,
    dataFolder: resolveData(values.DATA_DIR ?? 'data', folder),
    databaseUrl: values.DATABASE_URL,
    publicUrl,
    officeUrl: readOfficeUrl(values.ISOBATH_ADMIN_URL, publicUrl),
    trustedProxies: values.TRUSTED_PROXIES,
    canSignIn: publicUrl.startsWith('https:') || isLoopback,
    smtp: readSmtp(values, publicUrl),
    sandbox: readParts(values.ISOBATH_MODE, {
      liquidity: values.ISOBATH_LIQUIDITY,
      faucet: values.ISOBATH_FAUCET,
      outbox: values.ISOBATH_OUTBOX,
    }),
    isWarmedUp: values.ISOBATH_WARM_UP !== 'off',
    serviceHosts: values.ISOBATH_SERVICE_HOSTS?.split(/[ ,]+/) ?? [],
    reference: readReference(values),
  };
}

function readReference(values: z.infer<typeof Environment>): ReferenceSettings {
  const { ISOBATH_REFERENCE: source, ISOBATH_REFERENCE_URL: url } = values;
  const { ISOBATH_REPLAY: candleFiles, ISOBATH_REPLAY_SPEED: playSpeed } = values;
  const isPlain = source === 'walk' && candleFiles.length === 0;
  if (isPlain || values.ISOBATH_MODE === 'sandbox') return { source, url, candleFiles, playSpeed };
  const what = source === 'walk' ? `REPLAY=${candleFiles.join(',')}` : `REFERENCE=${source}`;
  throw new Refusal(
    EXIT.configuration,
    `ISOBATH_${what} is for the sandbox only: unset it, or do not start with ` +
      'ISOBATH_MODE=production.',
  );
}

/** An address of its own that is the site's would shut everybody out of one of the two. */
function readOfficeUrl(url: string | undefined, publicUrl: string): string | undefined {
  if (url === undefined) return undefined;
  const isKeeping =
    url.startsWith('https:') ||
    isLoopback4(new URL(url).hostname) ||
    new URL(url).hostname === 'localhost';
  if (new URL(url).host !== new URL(publicUrl).host && isKeeping) return url;
  throw new Refusal(
    EXIT.configuration,
    `ISOBATH_ADMIN_URL=${url} is not usable (another host than the site's, https except on this ` +
      'machine): correct it.',
  );
}

function readSmtp(
  values: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined },
  publicUrl: string,
): Settings['smtp'] {
  if (values.SMTP_URL === undefined) return undefined;
  const from = values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  return { url: values.SMTP_URL, from };
}

function isLoopback4(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host);
}

function showHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function resolveData(path: string, folder: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(folder, path);
}

function readParts(
  mode: Settings['mode'],
  given: Readonly<Record<SandboxPart, 'on' | 'off' | undefined>>,
): Record<SandboxPart, boolean> {
  const parts = { liquidity: false, faucet: false, outbox: false };
  for (const part of SANDBOX_PARTS) {
    parts[part] = given[part] === undefined ? mode === 'sandbox' : given[part] === 'on';
    if (!parts[part] || mode === 'sandbox') continue;
    throw new Refusal(
      EXIT.configuration,
      `ISOBATH_${part.toUpperCase()}=on is for the sandbox only: unset it, or do not start with ` +
        'ISOBATH_MODE=production.',
    );
  }
  return parts;
}
