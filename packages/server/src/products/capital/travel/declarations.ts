// What people declare of who receives a withdrawal: closed before the row of the withdrawal is
// written, kept in the same transaction, and opened for compliance and for whoever must be told.
// The client id is part of what is authenticated, so that none can be put in another's place.
// Not here: from which value on it is asked for (withdrawals/checks.ts).
import { travelDeclaration, type z } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { About, ClosedData, Vault } from '../../../base/vault/index.ts';

/** Who receives a withdrawal. */
export type TravelDeclaration = z.output<typeof travelDeclaration>;

/** Whose it is, and what the withdrawal was asked for under. */
interface Asked {
  readonly ownerId: number;
  readonly clientId: string;
}

/** A declaration that is closed. */
export interface ClosedDeclaration extends ClosedData {
  /** Whether another exchange keeps the address. */
  readonly isVenue: boolean;
}

const about = ({ ownerId, clientId }: Asked): About => ({ ownerId, kind: `travel ${clientId}` });

/** Close it; outside of a transaction, as the first one makes the key of all. */
export async function closeDeclaration(
  vault: Vault,
  declared: TravelDeclaration,
  asked: Asked,
): Promise<ClosedDeclaration> {
  const isVenue = declared.venue !== undefined;
  return { isVenue, ...(await vault.closeData(declared, about(asked))) };
}

/** Keep it with the withdrawal that it is about. */
export async function writeDeclaration(
  session: Session,
  closed: ClosedDeclaration,
  own: { readonly withdrawalId: number; readonly ownerId: number; readonly nowMs: number },
): Promise<void> {
  await session.execute(
    `INSERT INTO withdrawal_declarations (withdrawal_id, owner_id, is_venue, sealed, wrapped_key,
       key_version, declared_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      own.withdrawalId,
      own.ownerId,
      closed.isVenue,
      closed.sealed,
      closed.wrapped_key,
      closed.key_version,
      own.nowMs,
    ],
  );
}

/** A declaration as it was written. */
export interface OpenedDeclaration {
  readonly declaration: TravelDeclaration;
  readonly declaredAtMs: number;
}

type Row = ClosedData & {
  readonly owner_id: number;
  readonly client_id: string;
  readonly declared_at_ms: number;
};

/**
 * Open the declaration of a withdrawal.
 *
 * @errors object_not_found when nothing was declared, or it was erased with the person's data.
 */
export async function readDeclaration(
  session: Session,
  vault: Vault,
  withdrawalId: number,
): Promise<OpenedDeclaration> {
  const [row] = await session.query<Row>(
    `SELECT own.owner_id, client_id, sealed, wrapped_key, key_version, declared_at_ms
     FROM withdrawal_declarations AS own JOIN withdrawals USING (withdrawal_id)
     WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
  if (row === undefined) throw refuse('object_not_found');
  const opened = await vault.openData(
    row,
    about({ ownerId: row.owner_id, clientId: row.client_id }),
  );
  return { declaration: travelDeclaration.parse(opened), declaredAtMs: row.declared_at_ms };
}
