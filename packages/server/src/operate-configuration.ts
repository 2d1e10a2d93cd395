// The operator's commands for the values that pages read: list them, set one.
// A value is checked before it is stored, so that no page can meet a broken one.
// Registered by the edge's process.

import { type AuditLog, HOST } from './base/audit/index.ts';
import type { Database } from './base/db/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import {
  checkWebConfig,
  readWebConfig,
  webConfigNames,
  writeWebConfig,
} from './products/site/index.ts';

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(EXIT.usage, `The value ${text} is not JSON: text stands in "quotes".`);
  }
}

/** Make the handlers. */
export function createConfigurationHandlers(database: Database, audit: AuditLog): OperatorHandlers {
  return {
    'config.list': async () => ({ ...(await readWebConfig(database)) }),
    'config.set': async ({ name, value }) => {
      const known = webConfigNames.find((each) => each === name);
      if (known === undefined) {
        const names = webConfigNames.join(' ');
        throw new Refusal(EXIT.usage, `There is no value ${name}; there are: ${names}.`);
      }
      const parsed = parseValue(value);
      const problem = checkWebConfig(known, parsed);
      if (problem !== undefined) throw new Refusal(EXIT.usage, `${name}: ${problem}.`);
      await audit.transaction(HOST, async (session, write) => {
        await writeWebConfig(session, known, parsed);
        await write({ action: 'config_set', detail: { name: known, value } });
      });
      return { [known]: parsed };
    },
  };
}
