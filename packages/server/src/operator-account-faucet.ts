// Demo money of the sandbox: the house's promotion account gives it. The faucet itself and its
// limits are of the sandbox. Made by the edge's process.
import { AccountType } from '@isobath/core';
import type { Platform } from './base/modules/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import { createFaucetRoutes } from './sandbox/index.ts';

/** Who acts when the house gives. */
const OPERATOR_ACCOUNT_OWNER = 1;

/** Make its calls; none where it is off. */
export function openFaucet(
  platform: Pick<
    Platform,
    'settings' | 'database' | 'commandClient' | 'accounts' | 'markets' | 'readNowMs'
  >,
): readonly RouteHandler[] {
  const { settings, accounts } = platform;
  if (!settings.sandbox.faucet) return [];
  return createFaucetRoutes({
    ...platform,
    source: {
      ownerId: OPERATOR_ACCOUNT_OWNER,
      readAccountId: () => accounts.readOperatorAccount(AccountType.operatorPromotions),
    },
  });
}
