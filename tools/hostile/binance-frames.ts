// Hostile frames for the sockets of the trading dialect: its API, call by call from their shapes,
// and its streams; and frames that break the protocol itself, at every door. It judges by what the
// server does: it answers with a refusal, or ends that one connection, and nothing else.
// Used by tools/hostile.ts and its test.
import { createHmac } from 'node:crypto';
import { type Route, socketMethods } from '@isobath/wire';
import { type ApiKey, loopbackAddress, type Fixture } from '../access/fixture.ts';
import { readSchema } from '../api/shapes.ts';
import { type FrameForm, makeFrame, openRawSocket, type RawSocket } from '../testing/raw-socket.ts';
import { type Chance, createChance } from './chance.ts';
import { sampleRichly, takes } from './requests.ts';
import { spoil, spoilText } from './values.ts';

type Parameters = Record<string, unknown>;

const API_PATH = '/ws-api/v3';
/** In characters, of which each may be three bytes: a giant is a case of its own. */
const frameLengthMax = 15_000;
const apiFramesPerLine = 40;
/** A stream connection takes five messages a second; the last of them asks whether it lives. */
const streamFramesPerLine = 4;
const drawsMax = 40;
const giantBytes = 200_000;
const endedWithinMs = 120_000;
const firstAddress = 60_000;
const ownMethods = [
  'session.logon',
  'session.status',
  'session.logout',
  'session.subscriptions',
  'userDataStream.subscribe',
  'userDataStream.subscribe.signature',
  'userDataStream.unsubscribe',
  'order.plcae',
  '__proto__',
  'toString',
];
const methods = [...Object.keys(socketMethods), ...ownMethods];
const streamPaths = [
  '/ws/btcusdt@trade',
  '/ws/btcusdt@depth/ethusdt@ticker',
  '/ws/%00%ff%zz//@@',
  '/ws/__proto__/constructor',
  '/stream',
  '/stream?streams=btcusdt@bookTicker/!ticker@arr',
  `/stream?streams=${'btcusdt@trade/'.repeat(500)}`,
  '/stream?streams=%E0%A4%A&timeUnit=MICROSECOND',
];

/** A value as the server takes it for a parameter. */
function showParameter(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Parameters with the key, the time and the signature of its owner. */
export function signParameters(parameters: Parameters, { apiKey, secret }: ApiKey): Parameters {
  const timed: Parameters = { ...parameters, apiKey, recvWindow: 60_000, timestamp: Date.now() };
  const payload = Object.entries(timed)
    .filter(([name, value]) => name !== 'signature' && value !== undefined && value !== null)
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, value]) => `${name}=${showParameter(value)}`)
    .join('&');
  return { ...timed, signature: createHmac('sha256', secret).update(payload).digest('hex') };
}

interface ApiFrame {
  readonly text: string;
  /** The call it names, when it is well-formed but for its parameters. */
  readonly route: Route | undefined;
}

/** Parameters of a method that its call refuses; undefined when the draw came out harmless. */
function drawParameters(route: Route | undefined, chance: Chance): Parameters | undefined {
  const schema = route?.query === undefined ? {} : readSchema(route.query, 'input');
  const drawn = spoil(sampleRichly(schema, chance), chance);
  if (typeof drawn !== 'object' || drawn === null || Array.isArray(drawn)) return undefined;
  const entries = Object.entries(drawn).filter(([, value]) => value !== null);
  const texts = Object.fromEntries(entries.map(([name, value]) => [name, showParameter(value)]));
  const isHarmless = route !== undefined && takes(route.query, texts);
  return isHarmless && route.method !== 'GET' ? undefined : (drawn as Parameters);
}

function drawApiFrame(id: number, key: ApiKey, chance: Chance): ApiFrame | undefined {
  const method = chance.pick(methods);
  const route = Object.hasOwn(socketMethods, method) ? socketMethods[method] : undefined;
  const drawn = drawParameters(route, chance);
  if (drawn === undefined) return undefined;
  const params = chance.percent(90) ? signParameters(drawn, key) : drawn;
  const kind = chance.below(10);
  const whole = { id, method, params };
  if (kind < 7) return { text: JSON.stringify(whole), route };
  // What is wrong here may be the name alone: what is signed must not be done by it.
  const harmless = { ...whole, params: drawn };
  if (kind < 8) return { text: JSON.stringify(spoil(harmless, chance)) ?? '', route: undefined };
  return { text: spoilText(JSON.stringify(harmless), chance).toString(), route: undefined };
}

interface Judged {
  readonly problems: string[];
  openLine(path: string): Promise<RawSocket>;
}

/** What is wrong with the answers of a line. */
function judgeAnswers(line: RawSocket, sent: ReadonlyMap<number, ApiFrame>, it: Judged): void {
  for (const { id, status, error } of line.heard) {
    // News of what a line has subscribed to, no answer.
    if (id === undefined && status === undefined) continue;
    const frame = sent.get(id);
    const about = `${frame?.text.slice(0, 300)} -> ${status} ${JSON.stringify(error)}`;
    if (!(status >= 200 && status < 500)) it.problems.push(`our mistake: ${about}`);
    else if (status !== 200 && !(error?.code < 0)) it.problems.push(`an unknown code: ${about}`);
    else if (status === 200 && (frame?.route?.method ?? 'GET') !== 'GET') {
      it.problems.push(`carried out: ${about}`);
    }
  }
}

async function fireAtApi(it: Judged, keys: readonly ApiKey[], chance: Chance): Promise<void> {
  const line = await it.openLine(API_PATH);
  const sent = new Map<number, ApiFrame>();
  for (let turn = 0; turn < apiFramesPerLine * drawsMax; turn += 1) {
    if (sent.size === apiFramesPerLine) break;
    const frame = drawApiFrame(turn, chance.pick(keys), chance);
    if (frame === undefined || frame.text.length > frameLengthMax) continue;
    sent.set(turn, frame);
    line.send(frame.text);
  }
  line.sendRaw(makeFrame(Buffer.from([1, 2, 3]), { opcode: 2 }));
  line.send(JSON.stringify({ id: 'alive', method: 'time' }));
  const alive = await line.wait(({ id }) => id === 'alive');
  judgeAnswers(line, sent, it);
  if (alive?.status !== 200) it.problems.push(`an API line ended with ${line.closeCode}`);
  line.cut();
}

const goodRequest = { id: 7, method: 'SUBSCRIBE', params: ['btcusdt@trade', 'ethusdt@depth'] };

async function fireAtStream(it: Judged, chance: Chance): Promise<void> {
  const path = chance.pick(streamPaths);
  const line = await it.openLine(path);
  const sent: string[] = [];
  for (let turn = 0; turn < streamFramesPerLine; turn += 1) {
    const method = chance.pick(['SUBSCRIBE', 'UNSUBSCRIBE', 'SET_PROPERTY', 'GET_PROPERTY']);
    const good = { ...goodRequest, method };
    const isJson = chance.percent(60);
    const text = isJson
      ? (JSON.stringify(spoil(good, chance)) ?? 'null')
      : spoilText(JSON.stringify(good), chance).toString();
    sent.push(text.slice(0, frameLengthMax));
    line.send(text.slice(0, frameLengthMax));
  }
  line.send(JSON.stringify({ id: 4_242, method: 'LIST_SUBSCRIPTIONS' }));
  const alive = await line.wait(({ id }) => id === 4_242);
  if (!Array.isArray(alive?.result)) {
    const about = sent.map((text) => text.slice(0, 200)).join(' | ');
    it.problems.push(`a stream ended with ${line.closeCode}: ${path.slice(0, 60)} ${about}`);
  }
  line.cut();
}

const some = Buffer.from('{}');

/** Frames that nobody may send, by what is wrong with them. */
const brokenFrames: Readonly<Record<string, readonly [payload: Buffer, form: FrameForm]>> = {
  'without a mask': [some, { opcode: 1, isMasked: false }],
  'with a reserved bit': [some, { opcode: 1, reservedBits: 4 }],
  'of no kind': [some, { opcode: 3 }],
  'of no kind, about the connection': [some, { opcode: 11 }],
  'that goes on with nothing': [some, { opcode: 0 }],
  'a ping beyond its size': [Buffer.alloc(126), { opcode: 9 }],
  'a ping in parts': [some, { opcode: 9, isLast: false }],
  'text that is none': [Buffer.from([0xc3, 0x28, 0xff]), { opcode: 1 }],
  'an end without a reason': [Buffer.from([3]), { opcode: 8 }],
  'an end with a number nobody has': [Buffer.from([3, 231]), { opcode: 8 }],
  'a giant': [Buffer.alloc(giantBytes, 'x'), { opcode: 1 }],
  'longer than any memory': [some, { opcode: 1, reportedLength: 2 ** 52 }],
};

/** Every broken frame at one door: each ends its own connection with a number for it. */
async function breakDoor(it: Judged, path: string): Promise<void> {
  for (const [what, [payload, form]] of Object.entries(brokenFrames)) {
    const line = await it.openLine(path);
    line.sendRaw(makeFrame(payload, form));
    const timeout = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), endedWithinMs).unref();
    });
    const code = await Promise.race([line.closed, timeout]);
    // A refusal of the protocol has a number of its own; a mere end is one too.
    const isRefused = code !== undefined && [1002, 1006, 1007, 1009].includes(code);
    if (!isRefused) it.problems.push(`${path}, a frame ${what} ended with ${code}`);
    line.cut();
  }
}

/**
 * Try the sockets of the trading dialect.
 *
 * @param options - `count` frames at the API, as many at the streams.
 * @returns what was wrong, nothing when all is well.
 */
export async function fireAtBinanceSockets(
  fixture: Fixture,
  options: { readonly count: number; readonly seed: number },
): Promise<string[]> {
  const chance = createChance(options.seed);
  let linesCount = 0;
  const it: Judged = {
    problems: [],
    openLine(path) {
      // Limits count by address: a fresh one now and then, so that they do not answer for the rest.
      linesCount += 1;
      const localAddress = loopbackAddress(firstAddress + Math.floor(linesCount / 2));
      const headers = path === '/ws' ? fixture.own(fixture.alice) : {};
      return openRawSocket({ port: fixture.port, path, localAddress, headers });
    },
  };
  const keys = [fixture.alice.key, fixture.bob.key];
  for (let sent = 0; sent < options.count; sent += apiFramesPerLine) {
    await fireAtApi(it, keys, chance);
  }
  for (let sent = 0; sent < options.count; sent += streamFramesPerLine) {
    await fireAtStream(it, chance);
  }
  for (const path of ['/ws', '/stream', '/ws/btcusdt@trade', API_PATH]) await breakDoor(it, path);
  return it.problems;
}
