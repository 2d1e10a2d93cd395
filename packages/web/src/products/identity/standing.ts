// How each level stands for a person, from what the exchange says of their checks: a waiting check
// comes before all, then the latest that passed, then a refused one. Pure; shown by LevelsPage.tsx.
import {
  companyRoutes,
  configurationRoutes,
  identityRoutes,
  type RouteAnswer,
  userRoutes,
} from '@isobath/wire';
import type { Client } from '@isobath/sdk';

/** Levels by their numbers: standard, advanced, company. */
export type LevelType = 1 | 2 | 3;

/**
 * How one level stands; `draft`: filled in a part and not sent, `locked`: the one before it comes
 * first, `closed`: nobody can ask.
 */
export type LevelState = 'none' | 'draft' | 'waiting' | 'passed' | 'refused' | 'locked' | 'closed';

/** States in which a form can be filled in, and what leads to it is called. */
export const starts = { none: 'start', draft: 'goOn', refused: 'again' } as const;

/** Whether the form of a level in this state can be filled in. */
export const canStart = (state: LevelState): state is keyof typeof starts => state in starts;

/** One level as the page shows it. */
export interface Level {
  readonly type: LevelType;
  readonly state: LevelState;
  /** Withdrawals a day at this level. */
  readonly limit: string;
  /** Of the newest check; 0 without one. */
  readonly askedAtMs: number;
}

type CheckRecord = RouteAnswer<typeof userRoutes.verifyRecords>[number];
type Offer = RouteAnswer<typeof configurationRoutes.identityConfig>['levels'][number];

const WAITING = 0;
const PASSED = 1;
const FAILED = 2;

function readState(own: readonly CheckRecord[], isOpen: boolean, isLocked: boolean): LevelState {
  const has = (status: number) => own.some(({ identityStatus }) => identityStatus === status);
  if (has(WAITING)) return 'waiting';
  if (has(PASSED)) return 'passed';
  if (!isOpen) return 'closed';
  if (isLocked) return 'locked';
  return own[0]?.identityStatus === FAILED ? 'refused' : 'none';
}

/** How all levels stand. @param records - newest first, as the exchange gives them. */
export function readLevels(
  records: readonly CheckRecord[],
  offers: readonly Offer[],
): readonly Level[] {
  const hasStandard = records.some(
    ({ identityType, identityStatus }) => identityType === 1 && identityStatus === PASSED,
  );
  return ([1, 2, 3] as const).map((type) => {
    const offer = offers.find(({ identityType }) => identityType === type);
    const own = records.filter(({ identityType }) => identityType === type);
    return {
      type,
      state: readState(own, offer?.isOpen === true, type === 2 && !hasStandard),
      limit: offer?.dailyWithdrawLimitUsdt ?? '0',
      askedAtMs: own[0]?.createdTime ?? 0,
    };
  });
}

/** A company that was begun says so: what is filled in stands at the exchange. */
async function findDraft(client: Client, levels: readonly Level[]): Promise<readonly Level[]> {
  const isUnasked = ({ type, state }: Level) => type === 3 && state === 'none';
  if (!levels.some(isUnasked)) return levels;
  const { savedAtMs } = await client.call(companyRoutes.companyBasicInfo);
  if (savedAtMs === 0) return levels;
  return levels.map((level) => (isUnasked(level) ? { ...level, state: 'draft' } : level));
}

/** Everything the page of levels shows; refusals: what each level that was refused is to change. */
export async function loadStanding(client: Client) {
  const [rights, config, records] = await Promise.all([
    client.call(userRoutes.userRights),
    client.call(configurationRoutes.identityConfig),
    client.call(userRoutes.verifyRecords),
  ]);
  const levels = await findDraft(client, readLevels(records, config.levels));
  const refusals = await Promise.all(
    levels
      .filter(({ state }) => state === 'refused')
      .map(({ type }) => client.call(identityRoutes.verifyResult, { query: { type: `${type}` } })),
  );
  return { rights, levels, refusals };
}

/** What a level that was refused is to change. */
export type Refusal = RouteAnswer<typeof identityRoutes.verifyResult>;
/** What `loadStanding` brings. */
export type Standing = Awaited<ReturnType<typeof loadStanding>>;
