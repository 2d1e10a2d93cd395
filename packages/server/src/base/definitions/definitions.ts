// What things are: the last defining event of each coin, market, index and account, kept as rows,
// so that directories can be filled at a start. It interprets nothing. Written by the projector,
// read by all.
import { type CoreEvent, EventKind } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { Projection } from '../projections/index.ts';

/** What a defining event is about: its kind and the number of the thing. */
function readKey(event: CoreEvent): number | undefined {
  switch (event.kind) {
    case EventKind.assetDefined:
      return event.assetId;
    case EventKind.instrumentDefined:
    case EventKind.feeScheduleSet:
    case EventKind.marketStateChanged:
    case EventKind.referencePriceSet:
    case EventKind.contractDefined:
    case EventKind.riskTiersSet:
      return event.instrumentId;
    case EventKind.indexDefined:
      return event.indexId;
    case EventKind.accountOpened:
      return event.accountId;
    case EventKind.vipLevelSet:
      return event.ownerId;
    default:
      return undefined;
  }
}

/** JSON with whole numbers of any size: bigints as text ending in n. */
export function encodeEvent(event: CoreEvent): string {
  return JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Back from encodeEvent, after JSON was parsed. */
export function decodeEvent(json: Record<string, unknown>): CoreEvent {
  const entries = Object.entries(json).map(([name, value]) => [
    name,
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ]);
  return Object.fromEntries(entries) as CoreEvent;
}

/** Something that follows defining events: a registry, a directory. */
export interface DefinitionReader {
  apply(event: CoreEvent): void;
}

/** Fill directories with everything that is defined so far. */
export async function loadDefinitions(
  session: Session,
  readers: readonly DefinitionReader[],
): Promise<void> {
  const rows = await session.query<{ event: Record<string, unknown> }>(
    'SELECT event FROM definitions ORDER BY kind, key',
  );
  for (const row of rows) {
    const event = decodeEvent(row.event);
    for (const reader of readers) reader.apply(event);
  }
}

/** The projection; `readers` are told of each event before any other projection of its group. */
export function createDefinitionsProjection(readers: readonly DefinitionReader[]): Projection {
  return {
    name: 'definitions',
    tables: ['definitions'],
    load: (session) => loadDefinitions(session, readers),
    async apply(steps, session) {
      const last = new Map<string, object>();
      for (const step of steps) {
        for (const event of step.events) {
          const key = readKey(event);
          if (key === undefined) continue;
          for (const reader of readers) reader.apply(event);
          last.set(`${event.kind} ${key}`, {
            kind: event.kind,
            key,
            sequence: step.sequence,
            event: JSON.parse(encodeEvent(event)) as object,
          });
        }
      }
      if (last.size === 0) return;
      await session.execute(
        `INSERT INTO definitions
         SELECT * FROM jsonb_populate_recordset(null::definitions, $1)
         ON CONFLICT (kind, key) DO UPDATE
         SET sequence = EXCLUDED.sequence, event = EXCLUDED.event`,
        [JSON.stringify([...last.values()])],
      );
    },
  };
}
