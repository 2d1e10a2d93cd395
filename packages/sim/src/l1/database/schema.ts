// The tables of the simulated database: keys, defaults and the rules that the real ones have in
// their migrations. It holds no rows of a run. Used by server.ts.
import type { Row } from './expression.ts';

/** One table as it is made. */
export interface TableShape {
  readonly name: string;
  readonly key: readonly string[];
  /** Column that numbers rows by itself, "" without one. */
  readonly identity: string;
  readonly defaults: Row;
  /** Nobody changes or removes a row. */
  readonly isAppendOnly: boolean;
  /** Table whose rows go when the row they hang on goes; key columns are its first ones. */
  readonly cascade: string;
  readonly isSound: (row: Row) => boolean;
}

function shape(name: string, key: readonly string[], more: Partial<TableShape> = {}): TableShape {
  const plain = { identity: '', defaults: {}, isAppendOnly: false, cascade: '' };
  return { name, key, ...plain, isSound: () => true, ...more };
}

const isIntentSound = ({ state, sequence }: Row) =>
  ['waiting', 'malformed'].includes(state as string) === (sequence === null);

/** All tables there are. */
export const tableShapes: readonly TableShape[] = [
  shape('journal_heads', ['engine_id']),
  shape('journal', ['engine_id', 'first_sequence'], {
    isAppendOnly: true,
    isSound: (row) => (row['count'] as number) > 0,
  }),
  shape('event_log', ['engine_id', 'first_sequence'], {
    isAppendOnly: true,
    isSound: (row) => (row['last_sequence'] as number) >= (row['first_sequence'] as number),
  }),
  shape('snapshots', ['engine_id', 'sequence'], { cascade: 'snapshot_chunks' }),
  shape('snapshot_chunks', ['engine_id', 'sequence', 'number']),
  shape('command_outbox', ['intent_id'], {
    identity: 'intent_id',
    defaults: { engine_id: 1, state: 'waiting', sequence: null, code: null },
    isSound: isIntentSound,
  }),
  shape('projections', ['name']),
  // Of the simulation's own product and projection.
  shape('wishes', ['wish_id']),
  shape('told_balances', ['account_id', 'asset_id']),
  shape('told_steps', ['sequence']),
];
