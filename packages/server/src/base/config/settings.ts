// What the operator may set from outside, read from the environment and checked once.
// It holds no secret (secrets.ts) and opens nothing.
// Called at the start of every process.

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from '@isobath/wire';
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
  /** Addresses and networks of proxies in front, whose word about callers counts. */
  readonly trustedProxies: readonly string[];
  /** Whether the browser keeps a session cookie there: https, or http on this machine itself. */
  readonly canSignIn: boolean;
  /** The mail server; undefined: mails stay in the outbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly sandbox: Readonly<Record<SandboxPart, boolean>>;
  /** Hosts whose scripts may answer a line of customer service, such as `chat.example.com`. */
  readonly serviceHosts: readonly string[];
  /** Where the simulated traders take their prices: `walk`, or `ccxt:VENUE` asked at `url`. */
  readonly reference: { readonly source: string; readonly url: string };
}

const OnOff = z.enum(['on', 'off']).optional();

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4870),
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
  ISOBATH_SERVICE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?([ ,]+[a-z0-9.-]+(:\d+)?)*$/, 'must be hosts with commas between')
    .optional(),
  ISOBATH_REFERENCE: z
    .string()
    .regex(/^(walk|ccxt:[a-z0-9]+)$/, 'must be walk or name a venue, as ccxt:binance')
    .default('walk'),
  ISOBATH_REFERENCE_URL: z.url({ protocol: /^https?$/ }).default(''),
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
    trustedProxies: values.TRUSTED_PROXIES,
    canSignIn: publicUrl.startsWith('https:') || isLoopback,
    smtp: readSmtp(values, publicUrl),
    sandbox: readParts(values.ISOBATH_MODE, {
      liquidity: values.ISOBATH_LIQUIDITY,
      faucet: values.ISOBATH_FAUCET,
      outbox: values.ISOBATH_OUTBOX,
    }),
    serviceHosts: values.ISOBATH_SERVICE_HOSTS?.split(/[ ,]+/) ?? [],
    reference: readReference(values),
  };
}

function readReference(values: z.infer<typeof Environment>): Settings['reference'] {
  const { ISOBATH_REFERENCE: source, ISOBATH_REFERENCE_URL: url } = values;
  if (source === 'walk' || values.ISOBATH_MODE === 'sandbox') return { source, url };
  throw new Refusal(
    EXIT.configuration,
    `ISOBATH_REFERENCE=${source} is for the sandbox only: unset it, or do not start with ` +
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
