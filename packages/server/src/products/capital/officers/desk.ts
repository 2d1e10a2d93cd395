// The desk of officers: what they are asked for, enrolling, asking for a freeze or a thaw, signing.
// What is handed in is looked at here so that a slip is seen at once; the signer judges it again.
// Called by the edge.

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { officerRoutes, type OfficerView } from '@isobath/wire';
import { readOfficerSite } from '../../../base/credentials/passkey-site.ts';
import { askForAct, officersNeeded, readStatementKey } from '../../../base/custody/index.ts';
import {
  type OperatorCaller,
  refuse,
  type RouteHandler,
  serve,
} from '../../../base/product/index.ts';
import { operatorOf } from '../of-call.ts';
import { beginEnrolling, finishEnrolling, readKeyFingerprint } from './enrol.ts';
import type { OfficerParts } from './parts.ts';
import {
  findOwnOfficer,
  listEnrolments,
  listItems,
  lockItem,
  readObstacle,
  readSigner,
  type SignerRow,
} from './rows.ts';

async function readView(parts: OfficerParts, operator: OperatorCaller): Promise<OfficerView> {
  const { database, settings } = parts;
  const [signer, enrolments, items] = await Promise.all([
    readSigner(database),
    listEnrolments(database),
    listItems(database),
  ]);
  const own = findOwnOfficer(signer, enrolments, operator.operatorId);
  const officers = signer?.policy.officers ?? [];
  const named = officers.map((one) => {
    const row = enrolments.find(
      ({ officer_id: id, credential_id: key }) => id === one.officerId && key === one.credentialId,
    );
    const email = row?.email ?? '';
    return {
      officerId: one.officerId,
      fingerprint: readKeyFingerprint(one),
      email,
      isOfficer: true,
    };
  });
  const others = enrolments
    .filter(({ credential_id: key }) => key !== '')
    .filter(({ officer_id: id }) => officers.every(({ officerId }) => officerId !== id))
    .map((row) => ({
      officerId: row.officer_id,
      fingerprint: row.fingerprint,
      email: row.email ?? '',
      isOfficer: false,
    }));
  return {
    signer:
      signer === undefined
        ? null
        : {
            isFrozen: signer.is_frozen,
            reasons: [...signer.reasons],
            policyHash: signer.policy_hash,
            sequence: signer.sequence,
            seenAt: signer.at_ms,
          },
    statementKey: readStatementKey(settings.dataFolder) ?? '',
    rpId: signer?.policy.site.rpId ?? readOfficerSite(settings).rpId,
    officers: [...named, ...others],
    items: items.map((row) => ({
      itemId: row.item_id,
      kind: row.kind,
      withdrawalId: row.withdrawal_id,
      text: row.text,
      hash: row.hash,
      signature: row.signature,
      state: row.state,
      outcome: row.outcome,
      askedAt: row.asked_at_ms,
      needed: officersNeeded[row.kind],
      signedBy: [...row.signed],
      obstacle: readObstacle(row, own, operator.operatorId),
    })),
    own: own === undefined ? null : { officerId: own.officerId, credentialId: own.credentialId },
  };
}

async function findCaller(parts: OfficerParts, operator: OperatorCaller) {
  const signer = await readSigner(parts.database);
  const enrolments = await listEnrolments(parts.database);
  const own = findOwnOfficer(signer, enrolments, operator.operatorId);
  // The role would do: it is the passkey that is no officer's.
  if (signer === undefined || own === undefined) throw refuse('passkey_wrong');
  return { own, signer };
}

/** The sign counter of an assertion. @errors passkey_wrong when it is none of this. */
async function checkAssertion(
  signer: SignerRow,
  own: { readonly credentialId: string; readonly publicKey: string },
  { hash, response }: { readonly hash: string; readonly response: Record<string, unknown> },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: Buffer.from(hash, 'hex').toString('base64url'),
    expectedOrigin: signer.policy.site.origin,
    expectedRPID: signer.policy.site.rpId,
    requireUserVerification: true,
    credential: {
      id: own.credentialId,
      publicKey: Uint8Array.from(Buffer.from(own.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch(() => undefined);
  if (verified?.verified !== true || response['id'] !== own.credentialId) {
    throw refuse('passkey_wrong');
  }
  return verified.authenticationInfo.newCounter;
}

interface Handed {
  readonly itemId: number;
  readonly hash: string;
  readonly response: Record<string, unknown>;
}

/** Words of refusals by what stands in the way. */
const obstacleWords = {
  no_officer: 'passkey_wrong',
  released: 'approval_own',
  signed: 'approval_own',
  not_waiting: 'approval_over',
} as const;

async function sign(parts: OfficerParts, operator: OperatorCaller, handed: Handed) {
  const { itemId, hash, response } = handed;
  const { own, signer } = await findCaller(parts, operator);
  const counter = await checkAssertion(signer, own, handed);
  const { clientDataJSON, authenticatorData, signature } = response['response'] as Record<
    string,
    string
  >;
  const assertion = {
    credentialId: own.credentialId,
    clientDataJSON,
    authenticatorData,
    signature,
  };
  return parts.audit.transaction(operator, async (session, write) => {
    const item = await lockItem(session, itemId);
    if (item === undefined) throw refuse('object_not_found');
    const obstacle = readObstacle(item, own, operator.operatorId);
    if (obstacle !== 'none') throw refuse(obstacleWords[obstacle]);
    if (item.hash !== hash) throw refuse('approval_changed');
    await session.execute(
      `INSERT INTO officer_assertions (item_id, officer_id, operator_id, assertion, counter, at_ms)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        itemId,
        own.officerId,
        operator.operatorId,
        JSON.stringify(assertion),
        counter,
        parts.readNowMs(),
      ],
    );
    await session.execute(`UPDATE officer_items SET outcome = '' WHERE item_id = $1`, [itemId]);
    const withdrawalId = item.withdrawal_id;
    await write({
      action: 'officer_signed',
      detail: { name: own.officerId, kind: item.kind, withdrawalId, contentHash: hash },
    });
    return { signedCount: item.signed.length + 1, needed: officersNeeded[item.kind] };
  });
}

/** Handlers of the desk. */
export function createOfficerDesk(parts: OfficerParts): RouteHandler[] {
  return [
    serve(officerRoutes.officers, (call) => readView(parts, operatorOf(call))),
    serve(officerRoutes.officerEnrolOptions, ({ body }) => beginEnrolling(parts, body.token)),
    serve(officerRoutes.officerEnrol, (call) =>
      finishEnrolling(parts, operatorOf(call), call.body),
    ),
    serve(officerRoutes.officerAsk, async (call) => {
      const operator = operatorOf(call);
      const { kind } = call.body;
      await findCaller(parts, operator);
      const { operatorId } = operator;
      return parts.audit.transaction(operator, async (session, write) => {
        const nowMs = parts.readNowMs();
        const itemId = await askForAct(session, { kind, asked: {}, operatorId, nowMs });
        await write({ action: 'officer_asked', detail: { kind } });
        return { itemId };
      });
    }),
    serve(officerRoutes.officerSign, (call) => sign(parts, operatorOf(call), call.body)),
  ];
}
