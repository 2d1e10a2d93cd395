// Rows of people's transfers between their own accounts, from committed events and nothing else.
// Run by the projector, in one group with the definitions.
import { AccountType, type CoreEvent, EventKind, TransferReason } from '@isobath/core';
import { type AccountDirectory, PERSON_ID_MIN } from '../../base/accounts/index.ts';
import type { Projection } from '../../base/projections/index.ts';

/** Places for events inside one step's numbers. */
const PLACES = 4_096;

/** Number of the transfer that the event at this place of a step posted. */
export function numberTransfer(sequence: number, place: number): number {
  return sequence * PLACES + place;
}

/** Make the projection. */
export function createTransferProjection(accounts: AccountDirectory): Projection {
  function describe(event: CoreEvent, transferId: number, atMs: number): object | undefined {
    if (event.kind !== EventKind.transferPosted) return undefined;
    if (event.reason !== TransferReason.betweenAccounts) return undefined;
    const source = accounts.readPlace(event.fromAccountId);
    const target = accounts.readPlace(event.toAccountId);
    if (source === undefined || target === undefined) return undefined;
    if (source.ownerId !== target.ownerId || source.ownerId < PERSON_ID_MIN) return undefined;
    // What a withdrawal sets aside and gives back is shown as held in the spot account.
    if ([source, target].some(({ accountType }) => accountType === AccountType.outgoing)) {
      return undefined;
    }
    return {
      transfer_id: transferId,
      owner_id: source.ownerId,
      asset_id: event.assetId,
      amount_units: String(event.amountUnits),
      source_type: source.accountType,
      source_scope: source.scope,
      target_type: target.accountType,
      target_scope: target.scope,
      at_ms: atMs,
    };
  }

  return {
    name: 'transfers',
    tables: ['account_transfers'],
    async load() {},
    async apply(steps, session) {
      const rows: object[] = [];
      for (const { sequence, atMs, events } of steps) {
        events.forEach((event, place) => {
          const row = describe(event, numberTransfer(sequence, place), atMs);
          if (row !== undefined) rows.push(row);
        });
      }
      if (rows.length === 0) return;
      await session.execute(
        `INSERT INTO account_transfers
         SELECT * FROM jsonb_populate_recordset(null::account_transfers, $1)`,
        [JSON.stringify(rows)],
      );
    },
  };
}
