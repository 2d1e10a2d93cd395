// What the sandbox brings to an installation: demo money, and the demo trader's command. The
// process that trades (sandbox-process.ts) is none of it. Listed in modules.ts.
import { listMigrations } from '../base/db/index.ts';
import { defineModule } from '../base/modules/index.ts';

/** The module of the sandbox; its tables are there in production too, and empty. */
export const sandboxModule = defineModule({
  name: 'sandbox',
  migrations: listMigrations('sandbox', import.meta.url, [
    '0001-faucet',
    '0002-seeds',
    '0003-reference',
    '0004-demo-trader',
    '0005-gift-done',
  ]),
  start: async () => (await import('./start.ts')).startSandbox,
});
