// The operator's commands for the values that pages read: list, set, close for maintenance.
// A value is checked before it is stored, so that no page can meet a broken one.
// Started by start.ts.

import { webValueNames } from '@isobath/wire';
import { type AuditLog, HOST } from '../../base/audit/index.ts';
import type { Database } from '../../base/db/index.ts';
import type { OperatorHandlers } from '../../base/operator/index.ts';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { Switches } from '../../base/switches/index.ts';
import { checkWebConfig, readWebConfig, writeWebConfig } from './configuration/read-config.ts';

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(EXIT.usage, `The value ${text} is not JSON: text stands in "quotes".`);
  }
}

/** What closes the exchange: the switch, and until when it stays closed. */
export interface Closing {
  readonly switches: Pick<Switches, 'write' | 'load'>;
  readonly loadMaintenance: () => Promise<void>;
}

/**
 * Make the handlers.
 *
 * @param options - closing: left out, there is no command of maintenance.
 */
export function createConfigurationHandlers(
  database: Database,
  audit: AuditLog,
  options: { readonly serviceHosts: readonly string[]; readonly closing?: Closing },
): OperatorHandlers {
  const { closing, serviceHosts } = options;
  return {
    'config.list': async () => ({ ...(await readWebConfig(database)) }),
    'config.set': async ({ name, value }) => {
      const known = webValueNames.find((each) => each === name);
      if (known === undefined) {
        const names = webValueNames.join(' ');
        throw new Refusal(EXIT.usage, `There is no value ${name}; there are: ${names}.`);
      }
      const parsed = parseValue(value);
      const problem = checkWebConfig(known, parsed, serviceHosts);
      if (problem !== undefined) throw new Refusal(EXIT.usage, `${name}: ${problem}.`);
      await audit.transaction(HOST, async (session, write) => {
        await writeWebConfig(session, known, parsed);
        await write({ action: 'config_set', detail: { name: known, value } });
      });
      return { [known]: parsed };
    },
    ...(closing === undefined ? {} : createClosingHandlers(audit, closing)),
  };
}

function createClosingHandlers(audit: AuditLog, closing: Closing): OperatorHandlers {
  const { switches, loadMaintenance } = closing;
  return {
    'maintenance.set': async ({ isOn, endsAtMs = 0 }) => {
      await audit.transaction(HOST, async (session, write) => {
        await writeWebConfig(session, 'maintenanceEndsAtMs', isOn ? endsAtMs : 0);
        await switches.write(session, 'maintenance', isOn);
        await write({ action: 'switch_set', detail: { name: 'maintenance', isOn, endsAtMs } });
      });
      await loadMaintenance();
      await switches.load();
      return { isOn, endsAtMs };
    },
  };
}
