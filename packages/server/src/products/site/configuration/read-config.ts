// Values of web_config with their types. A value that is missing or malformed counts as its first
// one, so that a slip of the operator closes no page. Not here: the other tables (routes.ts).
import { officialChannel, z } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';

const text = z.string().max(300);
const symbol = z.string().regex(/^[a-z0-9_]{0,40}$/);
const timeMs = z.number().int().min(0);
const line = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A script of somebody else behind a line; only over https, or the page would not be ours. */
const script = z.object({
  line,
  address: z
    .string()
    .max(300)
    .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?\/[^\s;,'"]*$/, 'https address'),
  name: z.string().regex(/^[A-Za-z_$][\w$]{0,60}$/, 'name'),
});

const shapes = {
  kolIncentive: z.boolean(),
  rebateStatus: z.number().int().min(0).max(99),
  serviceLines: z.array(line).max(3),
  serviceScripts: z.array(script).max(3),
  backupWebsites: z.array(z.string().min(1).max(200)).max(20),
  appUrl: text,
  androidUrl: text,
  iosUrl: text,
  perpetualSymbol: symbol,
  deliverySymbol: symbol,
  partnerId: text,
  officialChannels: z.array(officialChannel).max(100),
  maintenanceEndsAtMs: timeMs,
} as const;

/** The values the server itself reads. */
export type WebConfig = { [TName in keyof typeof shapes]: z.output<(typeof shapes)[TName]> };

const firstValues: WebConfig = {
  kolIncentive: false,
  rebateStatus: 0,
  serviceLines: [],
  serviceScripts: [],
  backupWebsites: [],
  appUrl: '',
  androidUrl: '',
  iosUrl: '',
  perpetualSymbol: '',
  deliverySymbol: '',
  partnerId: '',
  officialChannels: [],
  maintenanceEndsAtMs: 0,
};

/** Names of the values there are. */
export const webConfigNames = Object.keys(shapes) as readonly (keyof WebConfig)[];

/** Say what is wrong with a value, or undefined when it may be set. */
export function checkWebConfig(name: keyof WebConfig, value: unknown): string | undefined {
  return shapes[name].safeParse(value).error?.issues[0]?.message;
}

/** Write a value that was checked. */
export async function writeWebConfig(
  session: Session,
  name: keyof WebConfig,
  value: unknown,
): Promise<void> {
  await session.execute(
    `INSERT INTO web_config (name, value) VALUES ($1, $2::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = $2::jsonb, changed_at = now()`,
    [name, JSON.stringify(value)],
  );
}

/** Read all values the server knows. */
export async function readWebConfig(session: Session): Promise<WebConfig> {
  const rows = await session.query<{ name: string; value: unknown }>(
    'SELECT name, value FROM web_config',
  );
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const good = webConfigNames
    .map((name) => [name, stored.get(name)] as const)
    .filter(([name, value]) => shapes[name].safeParse(value).success);
  return { ...firstValues, ...(Object.fromEntries(good) as Partial<WebConfig>) };
}

/** Read every public value as it is stored, and when one changed last. */
export async function readPublicValues(
  session: Session,
): Promise<{ version: number; config: Record<string, unknown> }> {
  const rows = await session.query<{ name: string; value: unknown; changed_at: Date }>(
    'SELECT name, value, changed_at FROM web_config WHERE is_public ORDER BY name',
  );
  return {
    version: Math.max(0, ...rows.map((row) => row.changed_at.getTime())),
    config: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}
