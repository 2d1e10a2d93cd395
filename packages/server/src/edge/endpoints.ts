// The list of everything that is served, with who may use it: for auditors, for the table of rights
// (tools/access) and against what would be served without anybody having said to whom.
// It serves nothing. Used by http.ts and health.ts.
import { type RateClass, type Route, type RouteRole, routes } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';

/** One thing that is served. */
export interface Endpoint {
  readonly product: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly role: RouteRole;
  readonly owner: Route['owner'];
  readonly rate: RateClass;
}

const edge = { product: 'edge', method: 'GET', owner: 'none', rate: 'none' } as const;

/** What the edge itself serves, beside the calls of products. */
export const edgeEndpoints: readonly Endpoint[] = [
  { ...edge, name: 'socket', path: '/ws', role: 'public', owner: 'caller' },
  { ...edge, name: 'streamOf', path: '/ws/*', role: 'public', owner: 'caller' },
  { ...edge, name: 'streams', path: '/stream', role: 'public', owner: 'caller' },
  { ...edge, name: 'streamsOf', path: '/stream/*', role: 'public', owner: 'caller' },
  { ...edge, name: 'apiSocket', path: '/ws-api/v3', role: 'public', owner: 'caller' },
  { ...edge, name: 'futuresSocket', path: '/ws-fapi/v1', role: 'public', owner: 'caller' },
  { ...edge, name: 'deliverySocket', path: '/ws-dapi/v1', role: 'public', owner: 'caller' },
  { ...edge, name: 'officeLive', path: '/admin/live', role: 'admin:desk.read' },
  { ...edge, name: 'version', path: '/version', role: 'public' },
  { ...edge, name: 'live', path: '/health/live', role: 'public' },
  { ...edge, name: 'ready', path: '/health/ready', role: 'public' },
  { ...edge, name: 'endpoints', path: '/health/endpoints', role: 'public' },
  { ...edge, name: 'metrics', path: '/metrics', role: 'operator' },
  { ...edge, name: 'console', path: '/admin', role: 'public' },
  { ...edge, name: 'consoleFiles', path: '/admin/*', role: 'public' },
  { ...edge, name: 'outside', path: '/outside/:line', role: 'public' },
  { ...edge, name: 'pages', path: '/*', role: 'public', owner: 'caller' },
];

function readNames(): Map<Route, { product: string; name: string }> {
  const names = new Map<Route, { product: string; name: string }>();
  for (const [product, owned] of Object.entries(routes)) {
    for (const [name, route] of Object.entries<Route>(owned)) names.set(route, { product, name });
  }
  return names;
}

/** Every endpoint of these routes, then those of the edge. */
export function listEndpoints(served: readonly Route[]): Endpoint[] {
  const names = readNames();
  const calls = served.map((route) => {
    const { method, path, role, owner, rate } = route;
    return { product: '', name: '', ...names.get(route), method, path, role, owner, rate };
  });
  return [...calls, ...edgeEndpoints];
}

/** Mark of a served path that refuses, or says what is allowed, and nothing else: no rights. */
export const refusesOnly = { config: { refusesOnly: true } } as const;

/**
 * Let the server not start when it serves something that the list does not name.
 *
 * @param served - routes of the handlers it was given.
 */
export function refuseUnlisted(app: FastifyInstance, served: readonly Route[]): void {
  const listed = new Set(listEndpoints(served).map(({ method, path }) => `${method} ${path}`));
  app.addHook('onRoute', ({ method, url, config }) => {
    if ((config as { refusesOnly?: boolean } | undefined)?.refusesOnly === true) return;
    for (const one of [method].flat()) {
      if (one === 'HEAD' || listed.has(`${one} ${url}`)) continue;
      throw new Error(`${one} ${url} is served but not listed: edge/endpoints.ts or wire's routes`);
    }
  });
}
