// Until when the exchange is closed: the switch says whether, a value of the configuration until
// when. It is read anew when the switch is turned. Not what people see meanwhile (server/pages) nor
// which calls go on (base/switches). Kept by the edge's process.
import type { Database } from '../../base/db/index.ts';
import type { Switches } from '../../base/switches/index.ts';
import { readWebConfig } from './configuration/read-config.ts';

/** Whether the exchange is closed; `endsAtMs` 0 = nobody said until when. */
export interface Maintenance {
  readonly isOn: boolean;
  readonly endsAtMs: number;
}

/** The state as this process knows it. */
export interface MaintenanceReader {
  read(): Maintenance;
  /** Read the end anew now. */
  load(): Promise<void>;
  /** Told when it was turned. */
  onTurn(listener: (isOn: boolean) => void): void;
}

/** Open the reader; `load` reads it for the first time. */
export function createMaintenance(
  database: Database,
  switches: Pick<Switches, 'isOn' | 'onChange'>,
): MaintenanceReader {
  let endsAtMs = 0;
  let wasOn = switches.isOn('maintenance');
  const listeners: ((isOn: boolean) => void)[] = [];
  async function load(): Promise<void> {
    endsAtMs = (await readWebConfig(database)).maintenanceEndsAtMs;
  }
  switches.onChange(() => {
    const isOn = switches.isOn('maintenance');
    if (isOn === wasOn) return;
    wasOn = isOn;
    // The end may stay unknown for a moment; that it is closed may not.
    load().catch(() => {});
    for (const listener of listeners) listener(isOn);
  });
  return {
    read: () => ({ isOn: switches.isOn('maintenance'), endsAtMs }),
    load,
    onTurn: (listener) => void listeners.push(listener),
  };
}
