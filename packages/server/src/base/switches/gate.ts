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

/** Calls that go on in maintenance: operators', the desk's, coming in to look and leaving. */
const alwaysOpen =
  /^\/(admin\/|hk-web\/(service\/|v2\/logout|account\/(login|passkey\/login|stepUp)))/;

/** Whoever has risk in a market can take his orders back, whatever is closed. */
function isCancelling({ path, dialect }: Route): boolean {
  return dialect?.act === 'cancel' || /\/spot\/order(List)?\/cancel(All)?$/.test(path);
}

/** Some questions of the specification are asked by POST: what counts as reading is reading. */
function isReading({ method, rate }: Route): boolean {
  return method === 'GET' || rate === 'read' || rate === 'market';
}

/** The switches that close a call besides maintenance: each is enough. */
function listParts({ path }: Route): SwitchName[] {
  return parts.filter(([, paths]) => paths.test(path)).map(([name]) => name);
}

/**
 * Put a gate before handlers: in maintenance nothing may be changed, a closed part takes no
 * changing call; reading and cancelling go on. Refusals: maintenance, module_unavailable.
 *
 * @param readMaintenance - `endsAtMs` 0 = nobody said until when.
 */
export function guardHandlers(
  handlers: readonly RouteHandler[],
  switches: Pick<Switches, 'isOn'>,
  readMaintenance = () => ({ endsAtMs: 0 }),
): RouteHandler[] {
  return handlers.map((handler) => {
    const { route, handle } = handler;
    const isOpen = isReading(route) || isCancelling(route) || alwaysOpen.test(route.path);
    if (isOpen) return handler;
    const closing = listParts(route);
    return {
      route,
      // Not async: an order pays nothing for the gate.
      handle: (context) => {
        if (switches.isOn('maintenance')) {
          const endsAtMs = String(readMaintenance().endsAtMs);
          return Promise.reject(refuse('maintenance', { endsAtMs }));
        }
        if (closing.some((part) => !switches.isOn(part))) {
          return Promise.reject(refuse('module_unavailable'));
        }
        return handle(context);
      },
    };
  });
}
