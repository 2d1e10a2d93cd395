// Where a message leads: its business code and facts to a path below the language. Pure.
// A message whose facts cannot be read leads nowhere, and says so in the console.
import type { MessageRow } from '@isobath/wire';
import { type Facts, readFacts } from '../../base/notifications/facts.ts';

/** The part of a message that decides. */
export type JumpSource = Pick<MessageRow, 'hasLink' | 'bizType' | 'jumpLink' | 'dataJson'>;

const inRange = (value: number, from: number, to: number) => value >= from && value <= to;

function readText(facts: Facts, name: string): string | undefined {
  const value = facts[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : undefined;
}

function jumpToBenefit(bizType: number, facts: Facts): string | undefined {
  if (bizType === 51) return '/benefitsCenter/home';
  if (bizType === 52) return '/myTask';
  if (bizType === 53) return '/myCard';
  const [cardId, fundId] = [readText(facts, 'cardId'), readText(facts, 'fundId')];
  if (cardId === undefined || fundId === undefined) return undefined;
  return `/benefitsCenter/tradingFundDetails?cardId=${cardId}&fundId=${fundId}&cardStatus=4`;
}

/** Copy trading: followers' events lead to a tab of their page, the leader's to their own. */
function jumpToCopy(bizType: number, facts: Facts): string | undefined {
  const id = readText(facts, 'id');
  if (bizType === 25) {
    return id === undefined ? undefined : `/chargeBack/OrderBearer/homepage?id=${id}`;
  }
  if (bizType >= 26 && id !== undefined) return `/chargeBack/OrderBearer/myBearer?id=${id}`;
  const tab = Number(facts.tab ?? 1);
  return inRange(tab, 1, 4) ? `/chargeBack/orderDocumentary/myDocumentary?tab=${tab}` : undefined;
}

function jumpByCode(bizType: number, facts: Facts): string | undefined {
  if (inRange(bizType, 1, 4)) return '/user/personSetting';
  if (bizType === 12) return '/assetManagement/financial?type=1';
  if (bizType === 13) return '/assetManagement/financial?type=2';
  if (inRange(bizType, 17, 31)) return jumpToCopy(bizType, facts);
  if (inRange(bizType, 51, 54)) return jumpToBenefit(bizType, facts);
  if (inRange(bizType, 112, 119)) return '/c2c/order';
  if (bizType === 220) {
    const id = readText(facts, 'id');
    return id === undefined ? undefined : `/live/room?id=${id}`;
  }
  if (inRange(bizType, 250, 254)) {
    const launchId = readText(facts, 'launchId');
    return launchId === undefined
      ? '/activity/cashback'
      : `/activity/cashbackDetails?launchId=${launchId}`;
  }
  if (bizType === 270 || bizType === 272) return '/personVerified/?source=supplement';
  return undefined;
}

/** Only paths of our own: one slash in front, no backslash. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\\]*$/.test(path);
}

/**
 * The path below the language that a message opens.
 *
 * @returns undefined when it leads nowhere.
 */
export function readJump(message: JumpSource): string | undefined {
  if (!message.hasLink) return undefined;
  const facts = readFacts(message.dataJson);
  if (facts === undefined) return undefined;
  const jump = jumpByCode(message.bizType, facts) ?? message.jumpLink;
  return isOwnPath(jump) ? jump : undefined;
}

/** Pages whose document says what the browser may do there, such as use the camera. */
const ownDocuments = /^\/\w+\/personVerified\//;

/** Open what a message is about. @param address - with the language. */
export function followJump(navigate: (address: string) => unknown, address: string): void {
  if (ownDocuments.test(address)) location.assign(address);
  else void navigate(address);
}

/** The module whose messages tell of prices. */
const QUOTES = 20;

/**
 * The market that a message about a price tells of, with the pair as people write it.
 *
 * @returns undefined for all other messages.
 */
export function readQuoted(
  message: Pick<MessageRow, 'moduleCode' | 'dataJson'>,
): { symbol: string; pair: string } | undefined {
  if (message.moduleCode !== QUOTES) return undefined;
  const { symbol, pair } = readFacts(message.dataJson) ?? {};
  return typeof symbol === 'string' && typeof pair === 'string' ? { symbol, pair } : undefined;
}
