// What providers say of money that comes and goes, read from the rows of questions that jobs ask.
// A provider that is named and does not answer holds: nothing is credited and nothing is signed
// before it said yes, or people did. Without one that is named all pass.
// Made by custody's process.
import {
  CHECK_LATE_MS,
  type ChainCheck,
  readChainCheck,
  writeChainCheck,
} from '../base/custody/index.ts';
import type { MoneyCheckKind, ProviderKind } from '../base/providers/index.ts';
import type { Screening, ScreeningAnswer } from './deposits/screening.ts';
import type { CustodyContext } from './loop.ts';
import type { ScreenWithdrawal } from './sender/index.ts';

/** What it stands on. */
export interface ScreeningParts extends Pick<CustodyContext, 'database' | 'fence' | 'readNowMs'> {
  /** Whether a provider of a kind is named in the data folder. */
  readonly isNamed: (kind: ProviderKind) => boolean;
}

/** Both sides of screening. */
export interface CreatedScreening {
  readonly deposits: Screening;
  readonly screenWithdrawal: ScreenWithdrawal;
}

const providers: Readonly<Record<MoneyCheckKind, ProviderKind>> = {
  receipt: 'screening',
  address: 'screening',
  travel: 'travel',
};

type Stand = 'pass' | 'wait' | 'late' | 'hold' | 'refuse';

/** Make it. */
export function createScreening(parts: ScreeningParts): CreatedScreening {
  const { database, fence, isNamed, readNowMs } = parts;

  function judge({ state, madeAtMs }: ChainCheck): Stand {
    if (state === 'passed') return 'pass';
    if (state === 'held') return 'hold';
    if (state === 'refused') return 'refuse';
    return readNowMs() - madeAtMs >= CHECK_LATE_MS ? 'late' : 'wait';
  }

  /** Ask once, and see how it stands; who was asked is waited for even when not named any more. */
  async function look(kind: MoneyCheckKind, subjectId: number, ownerId: number): Promise<Stand> {
    const known = await readChainCheck(database, { kind, subjectId });
    if (known !== undefined) return judge(known);
    if (!isNamed(providers[kind])) return 'pass';
    const asked = { kind, subjectId, ownerId, nowMs: readNowMs() };
    await fence.write((session) => writeChainCheck(session, asked));
    return 'wait';
  }

  async function isTold(withdrawalId: number): Promise<boolean> {
    const rows = await database.query(
      'SELECT FROM withdrawal_declarations WHERE withdrawal_id = $1 AND is_venue',
      [withdrawalId],
    );
    return rows.length > 0;
  }

  return {
    deposits: {
      async begin(networkId) {
        if (!isNamed('screening')) return;
        const rows = await database.query<{ deposit_id: number; owner_id: number }>(
          `SELECT deposit_id, owner_id FROM deposits AS own JOIN network_assets
             USING (network_id, asset_id)
           WHERE network_id = $1 AND status = 1 AND block_hash IS NOT NULL AND owner_id > 0
             AND account_type = 2 AND kind <> 'inside' AND NOT EXISTS (SELECT FROM chain_checks
               WHERE chain_checks.kind = 'receipt' AND subject_id = deposit_id)
           ORDER BY deposit_id LIMIT 200`,
          [networkId],
        );
        for (const { deposit_id: subjectId, owner_id: ownerId } of rows) {
          const asked = { kind: 'receipt', subjectId, ownerId, nowMs: readNowMs() } as const;
          await fence.write((session) => writeChainCheck(session, asked));
        }
      },
      async screenDeposit({ depositId, ownerId }): Promise<ScreeningAnswer> {
        const said = await look('receipt', depositId, ownerId);
        if (said === 'refuse') return { kind: 'refuse', code: 'screening_refused' };
        return said === 'late' ? { kind: 'hold', isDown: true } : { kind: said };
      },
    },
    async screenWithdrawal({ withdrawalId, ownerId }) {
      const address = await look('address', withdrawalId, ownerId);
      if (address === 'refuse') return 'refuse';
      const told = (await isTold(withdrawalId))
        ? await look('travel', withdrawalId, ownerId)
        : 'pass';
      if (address === 'hold') return 'hold';
      if (told === 'hold' || told === 'refuse') return 'travel_refused';
      if (address === 'wait' || told === 'wait') return 'wait';
      if (address === 'late') return 'late';
      return told === 'late' ? 'travel_late' : 'pass';
    },
  };
}
