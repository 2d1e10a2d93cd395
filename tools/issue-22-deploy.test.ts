// The files of deploy/: they can be read, name only what exists, and keep what they promise.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { serveHealth } from '../packages/server/src/edge/health.ts';
import { examineSettings } from '../packages/server/src/base/config/index.ts';
import { commands } from '../packages/cli/src/commands.ts';
import { parsePlainYaml } from './testing/plain-yaml.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const readYaml = (name: string) => parsePlainYaml(read(name)) as Record<string, never>;

/** Names that the edge tells a collector, as a histogram ends them, each with its labels. */
async function listMetrics(): Promise<Map<string, Set<string>>> {
  type Serve = (request: object, reply: object) => Promise<string>;
  const served = new Map<string, Serve>();
  const app = { get: (path: string, serve: Serve) => void served.set(path, serve) };
  const health = { mode: 'normal', reason: '', isReady: true };
  const measure = serveHealth(app as never, {
    readHealth: async () => ({
      ...health,
      lastSequence: 1,
      durableSequence: 1,
      projectedSequence: 1,
    }),
    countSockets: () => 0,
    countSlowClosed: () => 0,
    peers: { isLocal: () => true } as never,
    readDifferences: () => [{ asset: 'BTC', units: 0n }],
    readDifferencesAge: () => 0,
    disk: { readFreeBytes: () => 1, readDaysLeft: () => 1 },
    readQueue: async () => ({ counts: {}, oldestDueAgeSeconds: 0 }),
    readGivenUp: async () => ({
      jobs: 0,
      intents: 0,
      settlements_short: 0,
      settlements_refused: 0,
    }),
    readCustodyFaults: async () => ({
      halted_networks: 0,
      stopped_coins: 0,
      vanished_deposits: 0,
      refused_moves: 0,
      gas_short: 0,
      refills_wanted: 0,
      cold_refused: 0,
    }),
    readIdentityFaults: async () => ({
      waiting_reviews: 0,
      unanswered_checks: 0,
      late_findings: 0,
    }),
    readLags: async () => [{ name: 'orders', steps: 0 }],
    readVersion: async () => ({ version: '', commit: '', pagesHash: '' }),
    endpoints: [],
  });
  measure('/x', 200, 1);
  const reply = { type: () => ({ send: (text: string) => text }) };
  const body = (await served.get('/metrics')?.({}, reply)) ?? '';
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', given = ''] of body.matchAll(/^([a-z_0-9]+)(?:\{([^}]*)\})? /gm)) {
    // The collector itself says of each where it is from.
    const known = labels.get(name) ?? new Set(['job', 'instance']);
    for (const [, label = ''] of given.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels.set('up', new Set(['job', 'instance']));
}

const FUNCTIONS = new Set(
  'sum by rate histogram_quantile count vector or topk changes increase and'.split(' '),
);

/** Metrics and labels that an expression asks for. */
function readAsked(expression: string) {
  const bare = expression.replaceAll(/"[^"]*"|\[[^\]]*\]| offset \d+m/g, '');
  const labels = [...bare.matchAll(/\{([^}]*)\}|by \(([^)]*)\)/g)].flatMap(
    ([, chosen = '', grouped = '']) => `${chosen},${grouped}`.match(/\w+/g) ?? [],
  );
  const rest = bare.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, '');
  const names = [...rest.matchAll(/[a-z_][a-z_0-9]*/g)].map(([name]) => name);
  return { labels, names: names.filter((name) => !FUNCTIONS.has(name)) };
}

interface Board {
  readonly panels: readonly { readonly title: string; readonly targets: { expr: string }[] }[];
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly do: string };
    }[];
  }[];
}

test('board and alerts ask for metrics and labels that are told, and for no others', async () => {
  const known = await listMetrics();
  expect([...(known.get('isobath_call_ms_bucket') ?? [])]).toContain('le');
  const board = JSON.parse(read('monitoring/grafana-board.json')) as Board;
  const { groups } = readYaml('monitoring/rules.yaml') as unknown as Rules;
  const rules = groups.flatMap((group) => group.rules);
  const expressions = [
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const { names, labels } = readAsked(expression);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect([...known.keys()], expression).toContain(name);
      // All metrics of one expression are of one kind, so each has what it is grouped by.
      for (const label of labels) expect([...(known.get(name) ?? [])], expression).toContain(label);
    }
  }
  const page = readFileSync(join(root, 'docs/run/alerts.md'), 'utf8');
  for (const { alert, labels, annotations } of rules) {
    expect(page).toContain(`\`${alert}\``);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.do).not.toBe('');
  }
  const { rule_files: files } = readYaml('monitoring/prometheus.yaml');
  expect(files).toEqual(['rules.yaml']);
});

type Unit = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A unit as systemd reads it; a line that is none is refused. */
function readUnit(name: string): Unit {
  const unit: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> | undefined;
  for (const line of read(`systemd/${name}`).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, head] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key = '', value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (head !== undefined) section = unit[head] = {};
    else if (key === '' || section === undefined) throw new Error(`${name}: ${line}`);
    else section[key] = [...(section[key] ?? []), value];
  }
  return unit;
}

const hasSystemd = existsSync('/usr/bin/systemd-analyze');

test('units run as a service user that may write its own folders alone', () => {
  for (const name of ['isobath.service', 'isobath-backup.service']) {
    const { Service = {} } = readUnit(name);
    expect(Service).toMatchObject({
      User: ['isobath'],
      NoNewPrivileges: ['yes'],
      CapabilityBoundingSet: [''],
      ProtectSystem: ['strict'],
      ProtectHome: ['yes'],
      UMask: ['0077'],
    });
    expect(Service['ReadWritePaths']?.[0]).toMatch(
      /^\/var\/lib\/isobath( \/var\/backups\/isobath)?$/,
    );
    for (const line of [...(Service['ExecStart'] ?? []), ...(Service['ExecStartPre'] ?? [])]) {
      const [program, file = '', ...words] = line.split(' ');
      expect(program).toBe('/opt/isobath/node_modules/node/bin/node');
      expect(existsSync(join(root, file)), file).toBe(true);
      if (!file.includes('cli')) continue;
      const names = commands.map((command) => command.name);
      expect(names.some((one) => words.join(' ').startsWith(one))).toBe(true);
    }
  }
  expect(readUnit('isobath-backup.timer')).toMatchObject({ Timer: { Persistent: ['true'] } });
});

test('systemd finds no fault in them', () => {
  const folder = join(root, 'deploy/systemd');
  const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
  expect(units).toHaveLength(3);
  // Where there is no systemd the reading above is all there is.
  if (!hasSystemd) return;
  const paths = units.map((name) => join(folder, name));
  const said = execFileSync('/bin/sh', [
    '-c',
    'systemd-analyze verify "$@" 2>&1 || true',
    'sh',
    ...paths,
  ]);
  const lines = said
    .toString()
    .split('\n')
    .filter((line) => line.includes('isobath'));
  // The installation is not on this machine.
  const others = lines.filter((line) => !line.includes('is not executable: No such file'));
  expect(others).toEqual([]);
});

const INSTRUCTIONS =
  /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)\s+(.+)$/s;

function readContainerfile(): { word: string; rest: string }[] {
  const text = read('container/Containerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = INSTRUCTIONS.exec(line) ?? [];
      if (word === '') throw new Error(`no instruction: ${line}`);
      return { word, rest: rest.replaceAll(/\s+/g, ' ') };
    });
}

test('the image is built from named bases, runs as a user of its own and stops in order', () => {
  const lines = readContainerfile();
  const all = (word: string) => lines.filter((line) => line.word === word).map(({ rest }) => rest);
  for (const base of all('FROM')) {
    expect(base).toMatch(/^docker\.io\/library\/[a-z]+:[\w.-]+( AS \w+)?$/);
    expect(base).not.toContain(':latest');
  }
  expect(all('USER')).toEqual(['isobath']);
  // What comes after it does not run as root.
  const at = (word: string) => lines.findLastIndex((line) => line.word === word);
  expect(at('USER')).toBeGreaterThan(at('RUN'));
  expect(JSON.parse(all('CMD')[0] ?? '')).toEqual(['node', 'tools/start.mjs']);
  expect(JSON.parse(/CMD (\[.*\])$/.exec(all('HEALTHCHECK')[0] ?? '')?.[1] ?? '')).toHaveLength(3);
  for (const run of all('RUN').filter((one) => one.startsWith('node '))) {
    for (const file of run.match(/\S+\.(ts|mjs)/g) ?? []) {
      expect(existsSync(join(root, file)), file).toBe(true);
    }
  }
  const ignored = read('container/Containerfile.dockerignore').split('\n');
  for (const name of ['**/node_modules', '.git', 'data']) expect(ignored).toContain(name);
});

test('compose gives the exchange no rights, and the proxy is the one that is trusted', () => {
  const { services, networks, secrets, volumes } = readYaml('container/compose.yaml') as never as {
    services: Record<string, Record<string, never>>;
    networks: { inside: { ipam: { config: { subnet: string }[] } } };
    secrets: Record<string, { file: string }>;
    volumes: object;
  };
  const { exchange = {}, proxy = {} } = services;
  expect(exchange).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(exchange).not.toHaveProperty('ports');
  expect(Object.keys(secrets)).toEqual(exchange['secrets']);
  expect(volumes).toHaveProperty('data');
  const addressOf = (service: Record<string, never>) =>
    (service['networks'] as { inside: { ipv4_address: string } }).inside.ipv4_address;
  const prefix = networks.inside.ipam.config[0]?.subnet.replace(/0\/24$/, '') ?? '';
  for (const service of [exchange, proxy]) expect(addressOf(service).startsWith(prefix)).toBe(true);
  expect(read('container/isobath.conf')).toContain(`TRUSTED_PROXIES=${addressOf(proxy)}\n`);
  expect(read('container/nginx.conf')).toContain(`server ${addressOf(exchange)}:4870;`);
});

test('the proxy hands on host and caller for both names, and brackets are closed', () => {
  const text = read('container/nginx.conf');
  expect(text.split('{')).toHaveLength(text.split('}').length);
  for (const line of text.split('\n').map((one) => one.replace(/#.*/, '').trim())) {
    if (line !== '') expect(line).toMatch(/[;{}]$/);
  }
  for (const header of ['Host $http_host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'Upgrade']) {
    expect(text.split(`proxy_set_header ${header}`)).toHaveLength(3);
  }
});

test.each(['systemd/isobath.conf', 'container/isobath.conf'])('%s holds settings only', (name) => {
  const file = join(root, 'deploy', name);
  const { faults } = examineSettings({ ISOBATH_CONFIG: file }, root);
  // The secret itself is the operator's to bring.
  expect(faults.map(({ message }) => message.split('=')[0])).toEqual(['SMTP_URL_FILE']);
});
