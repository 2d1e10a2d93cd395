// The operator's command that makes a verified user, with sandbox money if asked for.
// It signs nobody in. Started by start.ts.

import { AccountType, CommandKind, type OwnerId, Source, TransferReason } from '@isobath/core';
import { amountUnitsLimit, formatDecimal, parseDecimal } from '@isobath/core/math';
import { ensureSpotAccount } from '../../../base/accounts/index.ts';
import { createOperator, type Operators, readOperatorRole } from '../../../base/office/index.ts';
import { hashPassword, isWeakPassword, type Users } from '../../../base/credentials/index.ts';
import type { Settings } from '../../../base/config/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';
import { CallRefusal } from '../../../base/product/index.ts';

/** What the command stands on. */
export interface OperateUsersParts
  extends Pick<Platform, 'accounts' | 'commandClient' | 'markets' | 'audit'> {
  readonly users: Users;
  readonly mode: Settings['mode'];
  readonly operators: Operators;
}

const HOUSE = { ownerId: 1 as OwnerId, sessionId: 0 };

/** Make the handler. */
export function createUserHandlers(parts: OperateUsersParts): OperatorHandlers {
  return {
    'user.create': async ({ email, password, fund = [], adminRole }) => {
      checkRequests(parts, fund.length);
      if (adminRole !== undefined) readOperatorRole(adminRole);
      const address = email.trim().toLowerCase();
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
        throw new Refusal(EXIT.usage, `${email} is no mail address.`);
      }
      if (isWeakPassword(password, address)) {
        throw new Refusal(EXIT.usage, 'The password is too easy to guess: choose a longer one.');
      }
      const coins = fund.map((one) => findAmount(parts.markets, one));
      const passwordHash = await hashPassword(password);
      const user = await parts.users.create({ email: address, passwordHash, locale: 'en_US' });
      if (!user) throw new Refusal(EXIT.usage, `${address} is registered already.`);
      await openAccount(parts, user.ownerId);
      const funded: { asset: string; amount: string }[] = [];
      for (const coin of coins) {
        await give(parts, user.ownerId, coin);
        funded.push({ asset: coin.asset, amount: formatDecimal(coin.units, coin.scale) });
      }
      if (adminRole === undefined) return { ownerId: user.ownerId, email: address, funded };
      // The same person, with the same password but a sign-in of its own.
      const request = { email: address, role: adminRole, password };
      const { operatorId, role } = await createOperator(parts, request);
      return { ownerId: user.ownerId, email: address, funded, operatorId, role };
    },
  };
}

function checkRequests({ mode }: OperateUsersParts, fundCount: number): void {
  if (mode === 'sandbox' || fundCount === 0) return;
  throw new Refusal(EXIT.usage, '--fund gives sandbox money: in production people deposit.');
}

async function openAccount(parts: OperateUsersParts, ownerId: number): Promise<void> {
  try {
    await ensureSpotAccount(parts, ownerId);
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    throw new Refusal(
      EXIT.failed,
      `The user is made, but the engine did not open their account (${error.word}): it is opened ` +
        'when they sign in.',
      error,
    );
  }
}

interface Gift {
  readonly asset: string;
  readonly assetId: ReturnType<MarketRegistry['listCoins']>[number]['coinId'];
  readonly units: bigint;
  readonly scale: number;
}

function findAmount(
  markets: MarketRegistry,
  { asset, amount }: { asset: string; amount: string },
): Gift {
  const coin = markets.coinByName(asset);
  if (!coin) throw new Refusal(EXIT.usage, `There is no coin ${asset}.`);
  const units = parseUnits(amount, coin.scale);
  if (units === undefined) {
    throw new Refusal(EXIT.usage, `${amount} is no amount of ${asset} (${coin.scale} decimals).`);
  }
  return { asset, assetId: coin.coinId, units, scale: coin.scale };
}

/** @returns undefined for what no transfer can carry. */
function parseUnits(amount: string, scale: number): bigint | undefined {
  try {
    const units = parseDecimal(amount, scale);
    return units > 0n && units < amountUnitsLimit ? units : undefined;
  } catch {
    return undefined;
  }
}

async function give(parts: OperateUsersParts, ownerId: number, gift: Gift): Promise<void> {
  const fromAccountId = parts.accounts.readOperatorAccount(AccountType.operatorPromotions);
  const toAccountId = parts.accounts.readSpotAccount(ownerId);
  if (fromAccountId === undefined || toAccountId === undefined) {
    throw new Refusal(EXIT.failed, 'The house has no account to give from yet: try again.');
  }
  try {
    await parts.commandClient.send(
      {
        kind: CommandKind.transfer,
        fromAccountId,
        toAccountId,
        assetId: gift.assetId,
        amountUnits: gift.units,
        reason: TransferReason.promotion,
        reference: ownerId,
      },
      { caller: HOUSE, idempotencyKey: '', source: Source.operator },
    );
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    const why = `${error.word} ${JSON.stringify(error.facts)}`;
    throw new Refusal(
      EXIT.failed,
      `The user is made, but ${gift.asset} was refused: ${why}.`,
      error,
    );
  }
}
