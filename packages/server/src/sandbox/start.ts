// Puts together what of the sandbox the edge serves: demo money that the promotion account gives,
// requests to local chains, and the operator's command for the demo trader. Called through
// module.ts by the edge's process.
import { randomBytes } from 'node:crypto';
import { AccountType } from '@isobath/core';
import { hashPassword } from '../base/credentials/index.ts';
import type { Platform, RunningModule } from '../base/modules/index.ts';
import type { OperatorHandlers } from '../base/operator/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import type { RouteHandler } from '../base/product/index.ts';
import { createChainRequestRoutes } from './chain-requests.ts';
import { DEMO_EMAIL } from './demo-trader.ts';
import { createFaucetRoutes } from './faucet.ts';

const PASSWORD_BYTES = 12;

/** Make the calls of demo money where it is on, and the command. */
export function startSandbox(platform: Platform): RunningModule {
  const handlers = [...openFaucet(platform), ...openChainRequests(platform)];
  return { handlers, operatorHandlers: createDemoHandlers(platform) };
}

function openFaucet(platform: Platform): readonly RouteHandler[] {
  const { settings, accounts } = platform;
  if (!settings.sandbox.faucet) return [];
  return createFaucetRoutes({
    ...platform,
    readSourceAccount: () => accounts.readOperatorAccount(AccountType.operatorPromotions),
  });
}

function openChainRequests(platform: Platform): readonly RouteHandler[] {
  return platform.settings.mode === 'sandbox' ? createChainRequestRoutes(platform) : [];
}

function createDemoHandlers({ settings, people }: Platform): OperatorHandlers {
  const { users } = people;
  return {
    'user.demo': async () => {
      if (settings.mode !== 'sandbox') {
        throw new Refusal(EXIT.usage, 'The demo trader lives in the sandbox only.');
      }
      const user = await users.findByEmail(DEMO_EMAIL);
      if (!user) {
        const why = 'they are made with the first simulated liquidity';
        throw new Refusal(EXIT.failed, `There is no demo trader yet: ${why}.`);
      }
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      await users.change(user.ownerId, { passwordHash: await hashPassword(password) });
      return { ownerId: user.ownerId, email: user.email, password };
    },
  };
}
