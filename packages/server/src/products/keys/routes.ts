// API keys as their owner manages them: list, make, change, end. Making and changing need a fresh
// confirmation; ending does not, so that a stolen key can be stopped at once.
import { type ApiKeyRow, apiWalletRoutes, type KeyPermission, keysRoutes } from '@isobath/wire';
import { checkIpList, findWideRange } from '../../base/addresses/index.ts';
import type { ApiKey, ApiKeys } from '../../base/keys/index.ts';
import {
  type Caller,
  refuse,
  refuseField,
  type RouteHandler,
  serve,
} from '../../base/product/index.ts';

/** What the keys' calls stand on. */
export interface KeyParts {
  readonly keys: ApiKeys;
  readonly readNowMs: () => number;
  /** Tell the owner that something about their security changed. */
  readonly publishOwner: (caller: Caller) => Promise<void>;
}

/** Terms of a key as people choose them. */
export interface KeyTerms {
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  readonly ipList: readonly string[];
  readonly expiresInDays?: number | undefined;
  readonly publicKey?: string | undefined;
}

const DAY_MS = 86_400_000;
/** A key that may be used from everywhere ends after so many days. */
export const UNBOUND_DAYS_MAX = 90;
/** Keys of one person. */
export const KEYS_COUNT_MAX = 30;

function showKey(key: ApiKey): ApiKeyRow {
  return {
    id: String(key.keyId),
    label: key.label,
    apiKey: key.apiKey,
    kind: key.kind,
    permissions: [...key.permissions],
    ipList: [...key.ipList],
    createdAt: key.createdAtMs,
    expiresAt: key.expiresAtMs,
    lastUsedAt: key.lastUsedAtMs,
    lastUsedIp: key.lastUsedIp,
  };
}

/** A range that is wider binds a key to nothing; IPv6 has one limit for all keys. */
const LEAST_BITS = { withdrawing: 16, other: 8, ipv6: 32 } as const;

/** @throws CallRefusal `invalid` with the field, key_range_wide. */
function checkTerms({ permissions, ipList }: KeyTerms): void {
  const wrong = checkIpList(ipList);
  if (wrong !== undefined) throw refuseField('ipList', wrong);
  if (new Set(permissions).size < permissions.length) throw refuseField('permissions', 'twice');
  if (permissions.includes('withdraw') && ipList.length === 0) {
    throw refuseField('ipList', 'withdraw');
  }
  const ipv4 = permissions.includes('withdraw') ? LEAST_BITS.withdrawing : LEAST_BITS.other;
  const { ipv6 } = LEAST_BITS;
  const wide = findWideRange(ipList, { ipv4, ipv6 });
  if (wide !== undefined) {
    throw refuse('key_range_wide', { range: wide, ipv4: `/${ipv4}`, ipv6: `/${ipv6}` });
  }
}

function readExpiry({ ipList, expiresInDays }: KeyTerms, fromMs: number): number {
  const isBound = ipList.length > 0;
  const days = expiresInDays ?? (isBound ? 0 : UNBOUND_DAYS_MAX);
  if (!isBound && days > UNBOUND_DAYS_MAX) throw refuseField('expiresInDays', 'unbound');
  return days === 0 ? 0 : fromMs + days * DAY_MS;
}

/**
 * Make a key for an owner.
 *
 * @throws CallRefusal `invalid` with the field: addresses, days, a public key that is none, or 30
 *   keys already; key_range_wide.
 */
export async function makeKey(
  { keys, readNowMs }: Pick<KeyParts, 'keys' | 'readNowMs'>,
  ownerId: number,
  terms: KeyTerms,
): Promise<{ key: ApiKeyRow; secret: string }> {
  checkTerms(terms);
  const { label, permissions, ipList, publicKey } = terms;
  const expiresAtMs = readExpiry(terms, readNowMs());
  if ((await keys.list(ownerId)).length >= KEYS_COUNT_MAX) throw refuseField('label', 'too many');
  const request = { ownerId, label, permissions, ipList: [...ipList], expiresAtMs, publicKey };
  const made = await keys.create(request);
  if (made === undefined) throw refuseField('publicKey', 'not an Ed25519 key');
  return { key: showKey(made.key), secret: made.secret };
}

/** Handlers of keys. */
export function createKeyRoutes(parts: KeyParts): RouteHandler[] {
  const { keys, readNowMs } = parts;

  function checkSteppedUp(caller: Caller): void {
    if (caller.steppedUpUntilMs < readNowMs()) throw refuse('step_up_needed');
  }

  async function findOwn(caller: Caller, id: string): Promise<ApiKey> {
    const own = await keys.list(caller.ownerId);
    const key = own.find(({ keyId }) => String(keyId) === id);
    if (key === undefined) throw refuse('object_not_found');
    return key;
  }

  return [
    serve(keysRoutes.list, async ({ caller }) => (await keys.list(caller.ownerId)).map(showKey)),
    serve(keysRoutes.create, async ({ caller, body }) => {
      checkSteppedUp(caller);
      const made = await makeKey(parts, caller.ownerId, body);
      await parts.publishOwner(caller);
      return made;
    }),
    serve(keysRoutes.change, async ({ caller, query, body }) => {
      checkSteppedUp(caller);
      checkTerms(body);
      const key = await findOwn(caller, query.id);
      // A key that loses its addresses ends as an unbound one does.
      const unboundMs = key.createdAtMs + UNBOUND_DAYS_MAX * DAY_MS;
      const isLate = key.expiresAtMs === 0 || key.expiresAtMs > unboundMs;
      const expiresAtMs = body.ipList.length === 0 && isLate ? unboundMs : key.expiresAtMs;
      const change = { ...body, expiresAtMs };
      if (!(await keys.change({ ownerId: caller.ownerId, keyId: key.keyId }, change))) {
        throw refuse('object_not_found');
      }
      await parts.publishOwner(caller);
      return showKey({ ...key, ...change });
    }),
    serve(keysRoutes.revoke, async ({ caller, query }) => {
      const { keyId } = await findOwn(caller, query.id);
      if (!(await keys.revoke(caller.ownerId, keyId))) throw refuse('object_not_found');
      await parts.publishOwner(caller);
      return {};
    }),
    serve(apiWalletRoutes.apiRestrictions, async ({ caller }) => {
      const key = await findOwn(caller, String(caller.sessionId));
      const may = (permission: KeyPermission) => key.permissions.includes(permission);
      return {
        ipRestrict: key.ipList.length > 0,
        createTime: key.createdAtMs,
        ...(key.expiresAtMs === 0 ? {} : { tradingAuthorityExpirationTime: key.expiresAtMs }),
        enableReading: may('read'),
        enableSpotAndMarginTrading: may('spot'),
        enableMargin: may('margin'),
        enableFutures: may('contract'),
        enableWithdrawals: may('withdraw'),
        enableInternalTransfer: may('transfer'),
        permitsUniversalTransfer: may('transfer'),
        enableVanillaOptions: false,
      };
    }),
  ];
}
