// The program: reads the settings, lists the parts, starts them, stops them.
// It does none of their work.
// Run by tools/start.mjs, with an ipc channel whose end ends it.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineEnvironment, engineNodeOptions } from '@isobath/core/compiler-options';
import { listValues, readSettings, type Settings } from './base/config/index.ts';
import { describeFailure } from './base/process/exit.ts';
import { allowLostWords } from './base/process/lossy-words.ts';
import {
  buildBrowserPart,
  launch,
  planCustody,
  showSteps,
  standardScreen,
  takePassphrase,
  writeLauncherLine,
} from './launch/index.ts';
import type { ChildPlan, RunningServer } from './launch/index.ts';
import { migrations } from './migrations.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Code that needs no preparing at later starts: half of the time of one. Whoever names a place
    for it is heard: many data folders may share one. Whoever starts it, libraries draw pages in
    the form that is meant for use, which is several times faster. */
function describeChild({ dataFolder }: Settings): Record<string, string> {
  const given = process.env['NODE_COMPILE_CACHE'];
  const codeCache = given ?? join(dataFolder, 'code-cache');
  return { NODE_COMPILE_CACHE: codeCache, NODE_ENV: 'production' };
}

/** What makes the engine fast, beside what was given for all. */
function describeEngine(): Record<string, string> {
  const given = process.env['NODE_OPTIONS'] ?? '';
  const own = engineEnvironment['NODE_OPTIONS'] ?? '';
  return { ...engineEnvironment, NODE_OPTIONS: `${own} ${given}`.trim() };
}

/**
 * Requests under way are young objects: with more room they are dead before anybody looks. What is
 * under way when somebody looks is moved, however large the room: so it pays to look seldom.
 */
function describeEdge(): Record<string, string> {
  const given = process.env['NODE_OPTIONS'] ?? '';
  return { NODE_OPTIONS: `--max-semi-space-size=128 ${given}`.trim() };
}

function planChild(settings: Settings, role: string, file: string): ChildPlan {
  return { role, entry: new URL(file, import.meta.url), environment: describeChild(settings) };
}

/** Processes in the order they start; they stop in the opposite one. */
function listChildren(settings: Settings): ChildPlan[] {
  const plan = (role: string, file: string) => planChild(settings, role, file);
  const engine = plan('engine', 'engine/process.ts');
  const edge = plan('edge', 'edge-process.ts');
  return [
    {
      ...engine,
      nodeOptions: engineNodeOptions,
      environment: { ...engine.environment, ...describeEngine() },
    },
    plan('projector', 'projector-process.ts'),
    ...(settings.mode === 'sandbox' ? [plan('sandbox', 'sandbox-process.ts')] : []),
    { ...edge, environment: { ...edge.environment, ...describeEdge() } },
  ];
}

/** Processes that begin when everything is ready. */
function listLaterChildren(settings: Settings): ChildPlan[] {
  const isSandbox = settings.mode === 'sandbox';
  const plan = (role: string, file: string) => planChild(settings, role, file);
  return [
    plan('jobs', 'jobs-process.ts'),
    ...(isSandbox ? [plan('identity-provider', 'identity-provider-process.ts')] : []),
    ...(settings.sandbox.chains ? [plan('chains', 'local-chains-process.ts')] : []),
    // A sandbox without chains has nothing to keep keys for.
    ...(isSandbox && !settings.sandbox.chains
      ? []
      : [planCustody(plan('custody', 'custody-process.ts'), settings, passphrase)]),
  ];
}

function warn(settings: Settings): void {
  if (
    process.getuid?.() === 0 &&
    settings.serviceUser === undefined &&
    settings.mode === 'sandbox'
  ) {
    console.warn(
      'Warning: everything runs as root, and the database as nobody, whom others are, too: set ' +
        'ISOBATH_SERVICE_USER to a user of its own. Production refuses to start so.',
    );
  }
  if (settings.publicUrl.startsWith('https:') && settings.trustedProxies.length === 0) {
    console.warn(
      'Warning: whatever ends https in front of this server is the one caller it sees, so all ' +
        'share its limits: set TRUSTED_PROXIES to its address.',
    );
  }
  if (settings.canSignIn) return;
  console.warn(
    `Warning: on ${settings.publicUrl} browsers keep no session, so nobody can sign in: ` +
      'set PUBLIC_URL to the https address people use.',
  );
}

/** Before anything is started: no other process has it in its environment. */
const passphrase = takePassphrase(process.env);
let server: RunningServer | undefined;
const stopping = new AbortController();
let exitCode = 0;

/** Signals, the closed channel and the parent's word come in any number: one of them counts. */
async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  // A start under way ends by itself.
  if (server === undefined) return;
  await server.stop();
  process.exit(exitCode);
}

function fail(error: unknown): void {
  const { exitCode: code, line } = describeFailure(error);
  if (code === 1) console.error(error);
  console.error(line);
  exitCode = code;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env, root);
  console.log(`Isobath, ${settings.mode}, data in ${settings.dataFolder}`);
  warn(settings);
  server = await launch(
    {
      settings,
      values: listValues(process.env, root),
      migrations,
      children: listChildren(settings),
      laterChildren: listLaterChildren(settings),
      program: [root, process.execPath, fileURLToPath(import.meta.url)],
      preparations: [
        { name: 'browser part', work: (report, signal) => buildBrowserPart(root, report, signal) },
      ],
      steps: showSteps(standardScreen),
      notice: (text) => {
        console.log(`  ${new Date().toISOString()} ${text}`);
        writeLauncherLine(settings.dataFolder, 'warn', text);
      },
      onHopeless: (refusal) => {
        fail(refusal);
        void stop();
      },
    },
    stopping.signal,
  );
  if (stopping.signal.aborted) {
    await server.stop();
    process.exit(exitCode);
  }
  console.log(`Isobath is ready: ${settings.publicUrl}`);
  writeLauncherLine(settings.dataFolder, 'info', 'ready');
  server.beginLater();
}

allowLostWords();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop());
process.on('disconnect', () => void stop());
process.on('message', () => void stop());
main().catch((error: unknown) => {
  if (!stopping.signal.aborted) fail(error);
  process.exit(exitCode);
});
