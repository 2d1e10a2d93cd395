// Switches that operators turn: maintenance, and parts that can be closed. Kept in memory and read
// anew every two seconds, so that several processes agree.
// It refuses nothing: gate.ts says what a switch means. Kept by the edge's process.
import type { Database, Session } from '../db/index.ts';

/** Every switch; `maintenance` is off by nature, parts are on (open). */
export const switchNames = ['maintenance', 'register', 'transfer', 'spot', 'api'] as const;

/** Name of a switch. */
export type SwitchName = (typeof switchNames)[number];

/** A switch as it stands. */
export interface SwitchState {
  readonly name: SwitchName;
  readonly isOn: boolean;
  /** 0 = never turned. */
  readonly changedAtMs: number;
}

/** The switches of the installation. */
export interface Switches {
  isOn(name: SwitchName): boolean;
  list(): SwitchState[];
  /** Turn one inside a transaction; `load` after it. */
  write(session: Session, name: SwitchName, isOn: boolean): Promise<void>;
  /** Read them anew; says so when one was turned. */
  load(): Promise<void>;
  onChange(listener: () => void): void;
  close(): void;
}

const LOOK_EVERY_MS = 2_000;

function isOnByNature(name: SwitchName): boolean {
  return name !== 'maintenance';
}

/** Open the switches; call `load` once before they are asked. */
export function createSwitches(database: Database, report: (error: unknown) => void): Switches {
  let states = new Map<string, { isOn: boolean; changedAtMs: number }>();
  const listeners: (() => void)[] = [];

  function isOn(name: SwitchName): boolean {
    return states.get(name)?.isOn ?? isOnByNature(name);
  }

  async function load(): Promise<void> {
    const rows = await database.query<{ name: string; is_on: boolean; changed_at: Date }>(
      'SELECT name, is_on, changed_at FROM switches',
    );
    const before = switchNames.map(isOn).join();
    states = new Map(
      rows.map((row) => [row.name, { isOn: row.is_on, changedAtMs: row.changed_at.getTime() }]),
    );
    if (switchNames.map(isOn).join() === before) return;
    for (const listener of listeners) listener();
  }

  const timer = setInterval(() => void load().catch(report), LOOK_EVERY_MS);
  timer.unref();
  return {
    isOn,
    list: () =>
      switchNames.map((name) => ({
        name,
        isOn: isOn(name),
        changedAtMs: states.get(name)?.changedAtMs ?? 0,
      })),
    async write(session, name, wanted) {
      await session.execute(
        `INSERT INTO switches (name, is_on) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET is_on = $2, changed_at = now()`,
        [name, wanted],
      );
    },
    load,
    onChange: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  };
}
