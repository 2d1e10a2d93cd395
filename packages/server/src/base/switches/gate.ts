// What closes calls before their handlers: switches, regions, frozen accounts. It turns no switch
// and freezes nobody. Put before every handler by the edge's process.
import type { Route } from '@isobath/wire';
import { refuse, type RouteHandler } from '../product/index.ts';
import type { SwitchName, Switches } from './switches.ts';

/** What closes with each part: changing calls below these paths. */
const parts: readonly (readonly [SwitchName, RegExp])[] = [
  ['register', /^\/hk-web\/account\/register/],
  ['transfer', /^\/(hk-web\/(v2\/)?transfer|sapi\/v1\/asset\/transfer)/],
  ['spot', /^\/hk-web\/spot\/order(List)?\/(place|batch|test|cancelReplace|amend)/],
  ['api', /^\/(api|sapi)\//],
];

/** Coming in, which goes on in maintenance, and not from where the exchange is not offered. */
const comingIn = /^\/hk-web\/account\/(login|passkey\/login)/;

/**
 * Calls that go on in maintenance: operators', the desk's, coming in to look and leaving, the link
 * of a mail that freezes an account, and what providers tell.
 */
const alwaysOpen = new RegExp(
  '^/(admin/|hk-web/(service/|v2/logout|identity/webhook/|' +
    'account/(login|passkey/login|stepUp|freeze/link)))',
);

/**
 * What is left to whoever may only withdraw: taking out, moving to where it is taken out from,
 * their own settings, and answering what was asked. Whatever is not named here is closed to them.
 */
const withdrawing = new RegExp(
  '^/(hk-web/(account|identity|kyc|user|capital|v2/capital|withdraw|v2/transfer|inmail|v2/inmail|' +
    'feedback|content|market|modifySafetyCheck|recharge/claim)(/|$)|' +
    'sapi/v1/(capital/withdraw|asset)/|sapi/v3/asset/|api/v3/userDataStream$|swap/v1/portal/)',
);

const cancelling = /\/spot\/order(List)?\/(cancel(All)?|deadman)$/;

/**
 * Whoever has risk in a market can take their orders back, whatever is closed; the dead-man switch
 * does nothing else.
 */
function isCancelling({ path, binance }: Route): boolean {
  return binance?.act === 'cancel' || cancelling.test(path);
}

/**
 * Some questions of the specification are asked by POST: what counts as reading is reading. What
 * wants a proof changes something, also when it is asked by GET.
 */
function isReading({ method, rate, needsProof }: Route): boolean {
  if (needsProof === true) return false;
  return method === 'GET' || rate === 'read' || rate === 'market';
}

/** The switches that close a call besides maintenance: each is enough. */
function listParts({ path }: Route): SwitchName[] {
  return parts.filter(([, paths]) => paths.test(path)).map(([name]) => name);
}

/** What closes calls besides the switches. */
export interface GateSigns {
  /** `endsAtMs` 0 = nobody said until when. */
  readonly readMaintenance: () => { readonly endsAtMs: number };
  /** What callers from an address may do, with what to tell them. */
  /** Why an account is frozen, undefined while it is not. */
  readonly readFreeze: (ownerId: number) => string | undefined;
  /** Whether somebody may only withdraw, as what was asked of them is due. */
  readonly onlyWithdraws: (ownerId: number) => boolean;
  readonly findRegion: (ip: string) => {
    readonly mode: 'open' | 'view_only' | 'closed';
    readonly region: string;
  };
}

/** The modes of a region that close a call. */
function listClosingModes(route: Route, isOpen: boolean): readonly string[] {
  if (comingIn.test(route.path)) return ['closed'];
  if (isOpen) return [];
  return listParts(route).length > 0 ? ['view_only', 'closed'] : ['closed'];
}

/**
 * Put a gate before handlers: in maintenance nothing may be changed, a closed part takes no
 * changing call; reading and cancelling go on. From a region where one may only look the parts are
 * closed; where the exchange is not offered, coming in and all changing calls but a talk with
 * customer service and leaving. A frozen account changes nothing, but takes its orders back; who
 * has answers due may only withdraw.
 * Refusals: maintenance, module_unavailable, account_frozen, identity_answers_due, region_closed.
 */
export function guardHandlers(
  handlers: readonly RouteHandler[],
  switches: Pick<Switches, 'isOn'>,
  { readMaintenance, findRegion, readFreeze, onlyWithdraws }: GateSigns,
): RouteHandler[] {
  return handlers.map((handler) => {
    const { route, handle } = handler;
    if (isReading(route) || isCancelling(route)) return handler;
    const isOpen = alwaysOpen.test(route.path);
    const modes = listClosingModes(route, isOpen);
    if (isOpen && modes.length === 0) return handler;
    const closing = listParts(route);
    const isLeft = isOpen || withdrawing.test(route.path);
    return {
      route,
      // Not async: an order pays nothing for the gate.
      handle: (context) => {
        if (!isOpen && switches.isOn('maintenance')) {
          const endsAtMs = String(readMaintenance().endsAtMs);
          return Promise.reject(refuse('maintenance', { endsAtMs }));
        }
        if (closing.some((part) => !switches.isOn(part))) {
          return Promise.reject(refuse('module_unavailable'));
        }
        const cause = isOpen ? undefined : readFreeze(context.caller.ownerId);
        if (cause !== undefined) return Promise.reject(refuse('account_frozen', { cause }));
        if (!isLeft && onlyWithdraws(context.caller.ownerId)) {
          return Promise.reject(refuse('identity_answers_due'));
        }
        const { mode, region } = findRegion(context.caller.ip);
        if (modes.includes(mode)) return Promise.reject(refuse('region_closed', { region }));
        return handle(context);
      },
    };
  });
}
