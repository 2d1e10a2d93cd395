// What the sandbox brings to an installation: demo money, and the demo trader's command. The
// process that trades (sandbox-process.ts) is none of it. Listed in modules.ts.
import { listMigrations } from '../base/db/index.ts';
import { defineModule } from '../base/modules/index.ts';
import { ask, defineCommand } from '../base/operator/index.ts';
import { giftConsumer } from './gifts.ts';

const userDemo = defineCommand({
  name: 'user demo',
  changes: 'by server',
  help: 'sandbox only: give the demo trader a new password and show it, to sign in and look',
  options: {},
  run: (_words, settings) => ask(settings, 'user.demo', {}),
});

/** The module of the sandbox; its tables are there in production too, and empty. */
export const sandboxModule = defineModule({
  name: 'sandbox',
  migrations: listMigrations('sandbox', import.meta.url, [
    '0001-faucet',
    '0002-seeds',
    '0003-reference',
    '0004-demo-trader',
    '0005-gift-done',
    '0006-gift-intents',
    '0007-chain-requests',
  ]),
  consumers: [giftConsumer],
  operatorCommands: async () => [userDemo],
  start: async () => (await import('./start.ts')).startSandbox,
});
