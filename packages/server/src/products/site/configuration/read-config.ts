// Values of web_config with their types. A value that is missing or malformed counts as its first
// one, so that a slip of the operator closes no page. Not here: which values there are and their
// shapes (wire, webValues), the other tables (routes.ts).
import { type WebConfig, type WebValueName, webValueNames, webValues } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';

const firstValues = Object.fromEntries(
  webValueNames.map((name) => [name, webValues[name].first]),
) as unknown as WebConfig;

type ServiceScripts = WebConfig['serviceScripts'];

const hostOf = (address: string): string => new URL(address).host;

/**
 * Say what is wrong with a value, or undefined when it may be set; in a list, with the place
 * counted from 1.
 *
 * @param serviceHosts - hosts whose scripts the machine lets in (ISOBATH_SERVICE_HOSTS).
 */
export function checkWebConfig(
  name: WebValueName,
  value: unknown,
  serviceHosts: readonly string[],
): string | undefined {
  const issue = webValues[name].shape.safeParse(value).error?.issues[0];
  if (issue === undefined && name === 'serviceScripts') {
    const strange = (value as ServiceScripts).find(
      ({ address }) => !serviceHosts.includes(hostOf(address)),
    );
    if (strange === undefined) return undefined;
    return `${hostOf(strange.address)} is not among the machine's ISOBATH_SERVICE_HOSTS`;
  }
  if (issue === undefined) return undefined;
  const path = issue.path.map((step) => (typeof step === 'number' ? step + 1 : String(step)));
  return path.length === 0 ? issue.message : `${path.join(', ')}: ${issue.message}`;
}

/** Write a value that was checked. */
export async function writeWebConfig(
  session: Session,
  name: WebValueName,
  value: unknown,
): Promise<void> {
  await session.execute(
    `INSERT INTO web_config (name, value) VALUES ($1, $2::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = $2::jsonb, changed_at = now()`,
    [name, JSON.stringify(value)],
  );
}

/** Read a value as it is stored; nobody else writes any until the transaction ends. */
export async function lockWebValue(session: Session, name: WebValueName): Promise<unknown> {
  await session.execute('LOCK TABLE web_config IN SHARE ROW EXCLUSIVE MODE');
  const rows = await session.query<{ value: unknown }>(
    'SELECT value FROM web_config WHERE name = $1',
    [name],
  );
  return rows.length === 0 ? webValues[name].first : rows[0].value;
}

/** Read all values the server knows. */
export async function readWebConfig(session: Session): Promise<WebConfig> {
  const rows = await session.query<{ name: string; value: unknown }>(
    'SELECT name, value FROM web_config',
  );
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const good = webValueNames
    .map((name) => [name, stored.get(name)] as const)
    .filter(([name, value]) => webValues[name].shape.safeParse(value).success);
  return { ...firstValues, ...(Object.fromEntries(good) as Partial<WebConfig>) };
}

/** Scripts of others behind lines; one whose host the machine lets in no more counts as none. */
export async function readServiceScripts(
  session: Session,
  serviceHosts: readonly string[],
): Promise<ServiceScripts> {
  const { serviceScripts } = await readWebConfig(session);
  return serviceScripts.filter(({ address }) => serviceHosts.includes(hostOf(address)));
}

/** The script of somebody else behind a line, undefined when our own desk answers on it. */
export async function readServiceScript(
  session: Session,
  serviceHosts: readonly string[],
  line: number,
): Promise<ServiceScripts[number] | undefined> {
  return (await readServiceScripts(session, serviceHosts)).find((one) => one.line === line);
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
