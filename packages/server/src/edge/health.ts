// Is it alive, is it ready, what does it serve: for supervisors, operators and auditors.
// It decides nothing: what readiness is made of is handed in.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Endpoint } from './endpoints.ts';
import type { Peers } from './peers.ts';

/** What readiness is made of. */
export interface Health {
  readonly mode: string;
  readonly reason: string;
  readonly lastSequence: number;
  readonly durableSequence: number;
  readonly projectedSequence: number;
  readonly isReady: boolean;
}

/** What runs. */
export interface Version {
  readonly version: string;
  /** Of the checkout it was started from, "" when that is not known. */
  readonly commit: string;
  /** Of the files that browsers get: the same sources built again give the same. */
  readonly pagesHash: string;
}

/** How many jobs there are by state, and for how long the oldest has been due. */
export interface QueueNumbers {
  readonly counts: Readonly<Record<string, number>>;
  readonly oldestDueAgeSeconds: number;
}

/** Where the numbers come from. */
export interface HealthParts {
  readonly readHealth: () => Promise<Health>;
  readonly countSockets: () => number;
  readonly countSlowClosed: () => number;
  readonly peers: Peers;
  /** Sum of all balances of each coin in base units, which must be 0, and how old the look is. */
  readonly readDifferences: () => readonly { readonly asset: string; readonly units: bigint }[];
  readonly readDifferencesAge: () => number;
  /** Steps that each projection is behind. */
  readonly readLags: () => Promise<readonly { readonly name: string; readonly steps: number }[]>;
  /** What stands in the queue of jobs. */
  readonly readQueue: () => Promise<QueueNumbers>;
  /** What products began and what did not come to an end, by kind. */
  readonly readGivenUp: () => Promise<object>;
  readonly readCustodyFaults: () => Promise<object>;
  readonly readIdentityFaults: () => Promise<object>;
  /** Room left for the data, and for how many days it will do. */
  readonly disk: {
    readonly readFreeBytes: () => number | undefined;
    readonly readDaysLeft: () => number;
  };
  readonly readVersion: () => Promise<Version>;
  /** Everything that is served, with who may use it. */
  readonly endpoints: readonly Endpoint[];
}

/** Serve /version, /health/live, /health/ready, /health/endpoints and /metrics. */
export function serveHealth(
  app: FastifyInstance,
  parts: HealthParts,
): (route: string, status: number, ms: number) => void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'isobath_call_ms',
    help: 'Time of a call at the edge by route and status.',
    labelNames: ['route', 'status'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 250, 1_000],
    registers: [registry],
  });
  const gauges = [
    ['isobath_sequence_last', 'Last sequence applied.', (health: Health) => health.lastSequence],
    [
      'isobath_sequence_durable',
      'Last durable sequence.',
      (health: Health) => health.durableSequence,
    ],
    [
      'isobath_sequence_projected',
      'Lowest watermark of all projections.',
      (health: Health) => health.projectedSequence,
    ],
  ] as const;
  for (const [name, help, pick] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(pick(await parts.readHealth()));
      },
    });
  }
  measureSockets(registry, parts);
  measureTruth(registry, parts);
  measureDisk(registry, parts);
  measureQueue(registry, parts);
  measureFaults(registry, {
    name: 'isobath_custody_faults',
    help:
      'Over chains: halted_networks, stopped_coins, vanished_deposits, refused_moves, ' +
      'gas_short, refills_wanted, cold_refused.',
    read: parts.readCustodyFaults,
  });
  measureFaults(registry, {
    name: 'isobath_identity_faults',
    help: 'Of verification: waiting_reviews, unanswered_checks, late_findings.',
    read: parts.readIdentityFaults,
  });
  app.get('/version', () => parts.readVersion());
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const { isReady, ...health } = await parts.readHealth();
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'waiting', ...health });
  });
  app.get('/health/endpoints', async () => parts.endpoints);
  app.get('/metrics', async (request, reply) => {
    // Only this machine may read metrics.
    if (!parts.peers.isLocal(request.raw)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return (route, status, ms) => calls.observe({ route, status: String(status) }, ms);
}

function measureSockets(registry: Registry, parts: HealthParts): void {
  new Gauge({
    name: 'isobath_sockets_open',
    help: 'Open sockets.',
    registers: [registry],
    collect() {
      this.set(parts.countSockets());
    },
  });
  new Gauge({
    name: 'ws_slow_kicked_total',
    help: 'Sockets closed for reading too slowly.',
    registers: [registry],
    collect() {
      this.set(parts.countSlowClosed());
    },
  });
}

interface Faults {
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<object>;
}

/** How many there are of each kind, all of them 0 while nothing wants people. */
function measureFaults(registry: Registry, { name, help, read }: Faults): void {
  new Gauge({
    name,
    help,
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      for (const [kind, count] of Object.entries(await read())) this.set({ kind }, count);
    },
  });
}

function measureQueue(registry: Registry, { readQueue, readGivenUp }: HealthParts): void {
  new Gauge({
    name: 'isobath_given_up',
    help: 'What did not come to an end: jobs, intents, settlements_short, settlements_refused.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      for (const [kind, count] of Object.entries(await readGivenUp())) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'isobath_jobs',
    help: 'Jobs in the queue by state: waiting, running, failing, given_up.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { counts } = await readQueue();
      for (const state of ['waiting', 'running', 'failing', 'given_up']) {
        this.set({ state }, counts[state] ?? 0);
      }
    },
  });
  new Gauge({
    name: 'isobath_jobs_due_seconds',
    help: 'For how long the oldest job has been due.',
    registers: [registry],
    async collect() {
      this.set((await readQueue()).oldestDueAgeSeconds);
    },
  });
}

function measureDisk(registry: Registry, { disk }: HealthParts): void {
  new Gauge({
    name: 'isobath_disk_free_bytes',
    help: 'Room left on the disk of the data, the fuller one where there are two.',
    registers: [registry],
    collect() {
      this.set(disk.readFreeBytes() ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'isobath_disk_days_left',
    help: 'Days until the disk is full at the pace of the last day; +Inf without growth.',
    registers: [registry],
    collect() {
      this.set(disk.readDaysLeft());
    },
  });
}

/** What must be zero, and what must be small. */
function measureTruth(registry: Registry, parts: HealthParts): void {
  new Gauge({
    name: 'recon_diff',
    help: 'Sum of all balances of an asset in base units: anything but 0 is money made or lost.',
    labelNames: ['asset'],
    registers: [registry],
    collect() {
      for (const { asset, units } of parts.readDifferences()) this.set({ asset }, Number(units));
    },
  });
  new Gauge({
    name: 'recon_age_seconds',
    help: 'Seconds since the asset that was looked at longest ago.',
    registers: [registry],
    collect() {
      this.set(parts.readDifferencesAge());
    },
  });
  new Gauge({
    name: 'isobath_projection_lag_steps',
    help: 'Durable steps that a projection has not taken yet.',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, steps } of await parts.readLags()) this.set({ projection: name }, steps);
    },
  });
}
