// The signer, its officers and what they are asked for, as rows.
// Read by the page of officers and by the tool.

import type { Officer, Policy } from '@isobath/signer/client';
import type { OfficerItem } from '@isobath/wire';
import { IS_COUNTED, type OfficerItemKind, officersNeeded } from '../../../base/custody/index.ts';
import type { Session } from '../../../base/db/index.ts';

/** The signer as custody told it last. */
export interface SignerRow {
  readonly is_frozen: boolean;
  readonly reasons: readonly string[];
  readonly policy_hash: string;
  readonly sequence: number;
  readonly policy: Policy;
  readonly at_ms: number;
}

/** A passkey that was made by a link. */
export interface EnrolmentRow {
  readonly officer_id: string;
  readonly token_hash: string;
  readonly expires_at_ms: number;
  readonly challenge: string;
  readonly operator_id: number;
  readonly credential_id: string;
  readonly public_key: string;
  readonly fingerprint: string;
  readonly confirmed_at_ms: number;
  readonly email: string | null;
}

/** An item with who signed it. */
export interface ItemRow {
  readonly item_id: number;
  readonly kind: OfficerItemKind;
  readonly withdrawal_id: number;
  readonly text: string;
  readonly hash: string;
  readonly signature: string;
  readonly state: OfficerItem['state'];
  readonly outcome: string;
  readonly asked_at_ms: number;
  readonly released_by: number;
  readonly signed: readonly { readonly officerId: string; readonly at: number }[];
}

const ITEMS_MAX = 100;
const ITEMS = `
  SELECT item_id, kind, items.withdrawal_id, text, hash, signature, items.state, outcome,
    items.asked_at_ms, coalesce(own.released_by, 0)::int8 AS released_by,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('officerId', officer_id, 'at', at_ms)
       ORDER BY at_ms, officer_id), '[]') FROM officer_assertions AS signed
     WHERE signed.item_id = items.item_id AND ${IS_COUNTED}) AS signed
  FROM officer_items AS items LEFT JOIN withdrawals AS own USING (withdrawal_id)`;

/** The signer; nothing before custody has greeted it once. */
export async function readSigner(session: Session): Promise<SignerRow | undefined> {
  const [row] = await session.query<SignerRow>(
    `SELECT is_frozen, reasons, policy_hash, sequence, policy, at_ms FROM signer_states`,
  );
  return row;
}

/** All passkeys that were made or are waited for. */
export function listEnrolments(session: Session): Promise<EnrolmentRow[]> {
  return session.query<EnrolmentRow>(
    `SELECT own.*, operators.email FROM officer_enrolments AS own
     LEFT JOIN operators USING (operator_id) ORDER BY officer_id`,
  );
}

/** What waits first, then the newest. */
export function listItems(session: Session): Promise<ItemRow[]> {
  return session.query<ItemRow>(
    `${ITEMS} ORDER BY items.state IN ('asked', 'waiting') DESC, item_id DESC LIMIT ${ITEMS_MAX}`,
  );
}

/** One of them, kept as it is until the transaction ends. */
export async function lockItem(session: Session, itemId: number): Promise<ItemRow | undefined> {
  const [row] = await session.query<ItemRow>(`${ITEMS} WHERE item_id = $1 FOR UPDATE OF items`, [
    itemId,
  ]);
  return row;
}

/** The officer whose passkey an operator enrolled; of those that the policy names. */
export function findOwnOfficer(
  signer: SignerRow | undefined,
  enrolments: readonly EnrolmentRow[],
  operatorId: number,
): Officer | undefined {
  const own = enrolments.filter((row) => row.operator_id === operatorId);
  return signer?.policy.officers.find(({ officerId, credentialId }) =>
    own.some((row) => row.officer_id === officerId && row.credential_id === credentialId),
  );
}

/** Why an operator cannot sign an item. */
export function readObstacle(
  row: ItemRow,
  own: Officer | undefined,
  operatorId: number,
): OfficerItem['obstacle'] {
  if (own === undefined) return 'no_officer';
  if (row.state !== 'waiting') return 'not_waiting';
  // Nobody uses two of the rights on one withdrawal.
  if (row.released_by === operatorId) return 'released';
  if (row.signed.some(({ officerId }) => officerId === own.officerId)) return 'signed';
  return row.signed.length >= officersNeeded[row.kind] ? 'not_waiting' : 'none';
}
