// What the operator may set from outside (gather.ts brings it together), checked once.
// It holds no secret (secrets.ts) and opens nothing.
// Called at the start of every process.

import { z } from '@isobath/wire/z';
import { checkIpList } from '../addresses/index.ts';
import { keepAddressSecret } from '../log/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import { isLoopback4, readOfficeUrl, showHost } from './public-addresses.ts';
import {
  CONFIG_FILE,
  findUnknownNames,
  type Gathered,
  gatherSettings,
  resolveFolder,
} from './gather.ts';

const SANDBOX_PARTS = ['liquidity', 'faucet', 'outbox', 'chains'] as const;

/** A part that exists in sandbox mode only. */
export type SandboxPart = (typeof SANDBOX_PARTS)[number];

/** Everything that can be set from outside; the same in every process of one start. */
export interface Settings {
  readonly mode: 'sandbox' | 'production';
  /** Files with a password that everybody on the machine may read, by what names them. */
  readonly openFiles: readonly string[];
  /** Address and port of the one public door. */
  readonly host: string;
  readonly port: number;
  /** Absolute path; holds database, secrets, logs and the operator's socket. */
  readonly dataFolder: string;
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** User that everything runs as when root starts it, by name or as `uid:gid`. */
  readonly serviceUser: string | undefined;
  /** What people type into the browser, without a slash at the end. */
  readonly publicUrl: string;
  /** The same as the operator said it; "" when they left it out: nobody knows what people type. */
  readonly statedUrl: string;
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
  readonly logs: LogSettings;
  readonly backups: BackupSettings;
}

/** What is written down of what happens, and how long it stays. */
export interface LogSettings {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** A log longer than this is put aside. */
  readonly bytesMax: number;
  /** How many that were put aside are kept of each, and for how many days. */
  readonly filesCountMax: number;
  readonly daysMax: number;
  /** Whether every answer is written down, and whatever touches security. */
  readonly hasAccess: boolean;
  readonly hasSecurity: boolean;
}

/** Backups that the server makes by itself. */
export interface BackupSettings {
  /** Absolute path of the folder that holds them; undefined: it makes none. */
  readonly folder: string | undefined;
  readonly everyHours: number;
  readonly keptCount: number;
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

const MIB = 1024 * 1024;

/** A whole number from 1 up to the most that makes sense. */
const countTo = (max: number, without: number) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max,
      `must be a whole number from 1 to ${max}`,
    )
    .transform(Number)
    .default(without);

/** Settings that may say a password: shown to nobody, and read from a file as `NAME_FILE`. */
export const SECRET_SETTINGS: readonly string[] = ['DATABASE_URL', 'SMTP_URL'];

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
  ISOBATH_CHAINS: OnOff,
  ISOBATH_WARM_UP: OnOff,
  ISOBATH_SERVICE_USER: z
    .string()
    .regex(/^([a-z_][a-z0-9_-]{0,31}|\d{1,9}:\d{1,9})$/, 'must be a user, by name or as uid:gid')
    .optional(),
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
  ISOBATH_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  ISOBATH_LOG_MIB: countTo(1024, 8),
  ISOBATH_LOG_FILES: countTo(1000, 14),
  ISOBATH_LOG_DAYS: countTo(3650, 30),
  ISOBATH_ACCESS_LOG: OnOff,
  ISOBATH_SECURITY_LOG: OnOff,
  ISOBATH_BACKUP_DIR: z.string().min(1).optional(),
  ISOBATH_BACKUP_HOURS: countTo(24 * 30, 24),
  ISOBATH_BACKUP_KEEP: countTo(1000, 7),
});

/** Names of everything that can be set. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** What each is without a word of the operator's; absent where it follows from others. */
export const SETTING_DEFAULTS: Readonly<Record<string, unknown>> = Environment.parse({});

/** What was gathered, judged: every fault, and the settings as far as they can be understood. */
export interface Examined extends Gathered {
  readonly faults: readonly Refusal[];
  readonly settings: Settings | undefined;
}

/**
 * Read the settings.
 * @param environment - variables; an empty value counts as not given. `ISOBATH_CONFIG` names a file
 *   of more, and the environment stands above it. DATA_DIR is taken relative to `folder` and
 *   defaults to its `data` folder.
 * @param folder - root of the installation, default the folder npm was started in.
 * @errors Refusal 78 naming the first variable that is wrong, or a sandbox part in production.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder: string = process.cwd(),
): Settings {
  const { faults, settings } = examineSettings(environment, folder);
  if (settings === undefined || faults.length > 0) throw faults[0];
  return settings;
}

/**
 * Read the settings and name every fault, in place of the first.
 * @param isStrict - a name in the environment that looks like ours and is none is a fault, too.
 */
export function examineSettings(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  { isStrict = false } = {},
): Examined {
  const known = { names: SETTING_NAMES, secretNames: SECRET_SETTINGS };
  const sources = { environment, folder, ...known };
  const gathered = gatherSettings(sources);
  const faults: Refusal[] = [...gathered.faults];
  if (isStrict) faults.push(...findUnknownNames(sources));
  for (const name of SECRET_SETTINGS) keepAddressSecret(gathered.values[name] ?? '');
  const parsed = Environment.safeParse(gathered.values);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      // An address with a password is not repeated.
      const isSecret = SECRET_SETTINGS.includes(name);
      const shown = isSecret ? name : `${name}=${gathered.values[name]}`;
      const line = `${shown} is not usable (${message}): correct it.`;
      faults.push(new Refusal(EXIT.configuration, line));
    }
    return { ...gathered, faults, settings: undefined };
  }
  const settings = joinSettings(parsed.data, { folder, faults, openFiles: gathered.openFiles });
  return { ...gathered, faults, settings };
}

/**
 * What processes of one start are given, so that one that is started again later is set as the
 * others are, whatever the files say by then: all values, and no file to read.
 */
export function listValues(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Record<string, string> {
  const files = [CONFIG_FILE, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)];
  const { values } = examineSettings(environment, folder);
  return { ...values, ...Object.fromEntries(files.map((name) => [name, ''])) };
}

type Values = z.infer<typeof Environment>;

/** Put values together that are usable each by itself; what does not fit is added to the faults. */
function joinSettings(
  values: Values,
  place: {
    readonly folder: string;
    readonly faults: Refusal[];
    readonly openFiles: readonly string[];
  },
): Settings | undefined {
  const { folder, faults, openFiles } = place;
  const judge = <TPart>(read: () => TPart): TPart | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  const isLoopback =
    ['localhost', '::1', '[::1]'].includes(values.HOST) || isLoopback4(values.HOST);
  const publicUrl = values.PUBLIC_URL ?? `http://${showHost(values.HOST)}:${values.PORT}`;
  const officeUrl = judge(() => readOfficeUrl(values.ISOBATH_ADMIN_URL, publicUrl));
  const sandbox = judge(() => readParts(values));
  const reference = judge(() => readReference(values));
  const dataFolder = resolveFolder(values.DATA_DIR ?? 'data', folder);
  const backups = judge(() => readBackups(values, { folder, dataFolder }));
  if (sandbox === undefined || reference === undefined || backups === undefined) return undefined;
  return {
    mode: values.ISOBATH_MODE,
    openFiles,
    host: values.HOST,
    port: values.PORT,
    dataFolder,
    databaseUrl: values.DATABASE_URL,
    serviceUser: values.ISOBATH_SERVICE_USER,
    publicUrl,
    statedUrl: values.PUBLIC_URL ?? '',
    officeUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    canSignIn: publicUrl.startsWith('https:') || isLoopback,
    smtp: readSmtp(values, publicUrl),
    sandbox,
    isWarmedUp: values.ISOBATH_WARM_UP !== 'off',
    serviceHosts: values.ISOBATH_SERVICE_HOSTS?.split(/[ ,]+/) ?? [],
    reference,
    logs: {
      level: values.ISOBATH_LOG_LEVEL,
      bytesMax: values.ISOBATH_LOG_MIB * MIB,
      filesCountMax: values.ISOBATH_LOG_FILES,
      daysMax: values.ISOBATH_LOG_DAYS,
      hasAccess: values.ISOBATH_ACCESS_LOG === 'on',
      hasSecurity: values.ISOBATH_SECURITY_LOG !== 'off',
    },
    backups,
  };
}

function readBackups(
  values: Values,
  { folder, dataFolder }: { readonly folder: string; readonly dataFolder: string },
): BackupSettings {
  const { ISOBATH_BACKUP_HOURS: everyHours, ISOBATH_BACKUP_KEEP: keptCount } = values;
  if (values.ISOBATH_BACKUP_DIR === undefined) return { folder: undefined, everyHours, keptCount };
  const target = resolveFolder(values.ISOBATH_BACKUP_DIR, folder);
  const why =
    values.DATABASE_URL === undefined
      ? `${target}/`.startsWith(`${dataFolder}/`) && 'it lies in the data folder that it is to save'
      : 'the database of DATABASE_URL is backed up with its own tools';
  if (why === false) return { folder: target, everyHours, keptCount };
  const line = `ISOBATH_BACKUP_DIR=${target} is not usable (${why}): correct it or unset it.`;
  throw new Refusal(EXIT.configuration, line);
}

function readReference(values: Values): ReferenceSettings {
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

function readSmtp(
  values: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined },
  publicUrl: string,
): Settings['smtp'] {
  if (values.SMTP_URL === undefined) return undefined;
  const from = values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  return { url: values.SMTP_URL, from };
}

function readParts(values: Values): Record<SandboxPart, boolean> {
  const given = {
    liquidity: values.ISOBATH_LIQUIDITY,
    faucet: values.ISOBATH_FAUCET,
    outbox: values.ISOBATH_OUTBOX,
    chains: values.ISOBATH_CHAINS,
  };
  const isSandbox = values.ISOBATH_MODE === 'sandbox';
  const parts = { liquidity: false, faucet: false, outbox: false, chains: false };
  for (const part of SANDBOX_PARTS) {
    parts[part] = given[part] === undefined ? isSandbox : given[part] === 'on';
    if (!parts[part] || isSandbox) continue;
    throw new Refusal(
      EXIT.configuration,
      `ISOBATH_${part.toUpperCase()}=on is for the sandbox only: unset it, or do not start with ` +
        'ISOBATH_MODE=production.',
    );
  }
  return parts;
}
