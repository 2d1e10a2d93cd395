// Values of web_config with their types. A value that is missing or malformed counts as its first
// one, so that a slip of the operator closes no page. Not here: the other tables (routes.ts).
import { z } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';

const text = z.string().max(300).catch('');

const shapes = {
  kolIncentive: z.boolean().catch(false),
  rebateStatus: z.number().int().catch(0),
  serviceLines: z.array(z.union([z.literal(1), z.literal(2), z.literal(3)])).catch([]),
  backupWebsites: z.array(z.string().max(200)).catch([]),
  appUrl: text,
  androidUrl: text,
  iosUrl: text,
  perpetualSymbol: text,
  deliverySymbol: text,
  partnerId: text,
} as const;

/** The values the server itself reads. */
export type WebConfig = { [TName in keyof typeof shapes]: z.output<(typeof shapes)[TName]> };

/** Read all values the server knows. */
export async function readWebConfig(session: Session): Promise<WebConfig> {
  const rows = await session.query<{ name: string; value: unknown }>(
    'SELECT name, value FROM web_config',
  );
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return z.object(shapes).parse(stored);
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
