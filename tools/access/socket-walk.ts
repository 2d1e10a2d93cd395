// Tries the sockets of the trading API as the wrong person: each method without its key, signature
// or right, with the things of another, and the streams of another.
// It only tells what is wrong. Used by tools/access.test.ts.
import { type Route, socketMethods } from '@isobath/wire';
import { sampleOf, setField } from '../api/samples.ts';
import { readSchema } from '../api/shapes.ts';
import { signParameters } from '../hostile/binance-frames.ts';
import { type Heard, openRawSocket, type RawSocket } from '../testing/raw-socket.ts';
import type { Right } from './table.ts';
import { completeOrder, createThings } from './things.ts';
import { createKey, loopbackAddress, type Person, type Fixture } from './fixture.ts';

type Parameters = Record<string, unknown>;

const API_PATH = '/ws-api/v3';
const firstAddress = 50_000;
const linesPerAddress = 20;
/** Long enough for what must not come to have come. */
const silenceMs = 400;

/** The plainest parameters of a call, with one field naming a thing. */
function makeParameters(route: Route, named?: { path: string; id: string }): Parameters {
  const wanted = named === undefined ? [] : [named.path];
  const made = route.query === undefined ? {} : sampleOf(readSchema(route.query, 'input'), wanted);
  completeOrder(made);
  if (named !== undefined) setField(made, named.path, named.id);
  return made as Parameters;
}

/** An answer without what differs from one call to the next. */
function showPlainly({ status, result, error }: Heard, id: string): string {
  const name = new RegExp(`(?<=[":,])"?${id}"?(?=[,}\\]])`, 'g');
  return `${status} ${JSON.stringify(result ?? error).replaceAll(name, '"#"')}`;
}

function isRefused(answer: Heard): boolean {
  return answer?.status >= 400 && answer.status < 500 && answer.error?.code < 0;
}

/** Walk over the methods and streams. */
export function createSocketWalk(fixture: Fixture, rights: readonly Right[]) {
  const things = createThings(fixture);
  const problems: string[] = [];
  let linesCount = 0;
  const end = () => problems.splice(0);
  const byCall = new Map(rights.map((right) => [`${right.method} ${right.path}`, right]));
  const closed = Object.entries(socketMethods).filter(([, { role }]) => role !== 'public');

  function open(path: string, headers: Record<string, string> = {}): Promise<RawSocket> {
    linesCount += 1;
    const localAddress = loopbackAddress(firstAddress + Math.floor(linesCount / linesPerAddress));
    return openRawSocket({ port: fixture.port, path, localAddress, headers });
  }

  /** Ask one thing on a connection of its own. */
  async function ask(
    method: string,
    params: Parameters,
    headers?: Record<string, string>,
  ): Promise<Heard> {
    const line = await open(API_PATH, headers);
    line.send(JSON.stringify({ id: 1, method, params }));
    const answer = await line.wait(({ id }) => id === 1);
    line.cut();
    return answer;
  }

  async function placeOf(who: Person): Promise<string> {
    const order = { symbol: 'btc_usdt', side: 'buy', type: 'limit', quantity: '0.01' };
    const body = { ...order, price: '19000' };
    const url = '/hk-web/spot/order/place';
    const answer = await fixture.call({ method: 'POST', url, headers: fixture.own(who), body });
    if (answer.code !== 200) throw new Error(`no order: ${answer.text}`);
    return String((answer.data as { orderId: string }).orderId);
  }

  async function callListenKey(method: string, query = ''): Promise<string> {
    const { apiKey } = fixture.alice.key;
    const url = `/api/v3/userDataStream${query}`;
    const answer = await fixture.call({ method, url, headers: { 'x-mbx-apikey': apiKey } });
    if (answer.status !== 200) throw new Error(`no listen key: ${answer.text}`);
    return (JSON.parse(answer.text) as { listenKey?: string }).listenKey ?? '';
  }

  const hasOrder = (orderId: string) => (message: Heard) =>
    JSON.stringify(message).includes(`"i":${orderId},`);

  return {
    /** A method that is not open needs a key, its signature and its right. */
    async tryWithoutKey(): Promise<{ problems: string[]; triedCount: number }> {
      const { alice, bob } = fixture;
      const readOnly = await createKey(fixture.dataFolder, alice.email, 'read');
      const nobody = 'a'.repeat(64);
      let triedCount = 0;
      for (const [method, route] of closed) {
        const plain = makeParameters(route);
        const whole = signParameters(plain, alice.key);
        const attempts: Record<string, Parameters> = {
          'without a key': plain,
          'with a key that nobody has': { ...whole, apiKey: nobody },
        };
        if (route.role !== 'key') {
          const { signature: _, ...unsigned } = whole;
          attempts['without a signature'] = unsigned;
          attempts['with the signature of another'] = {
            ...signParameters(plain, { ...bob.key, apiKey: alice.key.apiKey }),
          };
          attempts['altered after signing'] = { ...whole, recvWindow: 59_999 };
        }
        if (route.role === 'key_spot') attempts['to read only'] = signParameters(plain, readOnly);
        for (const [what, params] of Object.entries(attempts)) {
          triedCount += 1;
          // A session of the pages opens nothing here.
          const answer = await ask(method, params, fixture.own(alice));
          if (!isRefused(answer)) problems.push(`${method} ${what}: ${JSON.stringify(answer)}`);
        }
      }
      return { problems: end(), triedCount };
    },

    /** Bob names Alice's things and is answered as about things that nobody has. */
    async tryForeignThings(): Promise<{ problems: string[]; triedCount: number }> {
      let triedCount = 0;
      for (const [method, route] of closed) {
        const right = byCall.get(`${route.method} ${route.path}`);
        for (const [path, kind] of right?.fields ?? []) {
          if (kind === 'new' || kind === 'cursor') continue;
          triedCount += 1;
          const thing = await things.make(kind);
          const before = await thing.look();
          const askAs = async (who: Person, id: string) => {
            const params = signParameters(makeParameters(route, { path, id }), who.key);
            return showPlainly(await ask(method, params), id);
          };
          const unknown = await askAs(fixture.bob, thing.unknownId);
          const foreign = await askAs(fixture.bob, thing.id);
          const about = `${method} of Bob naming a ${kind} in ${path}`;
          if (foreign !== unknown) problems.push(`${about}: ${foreign}`);
          if ((await thing.look()) !== before) problems.push(`${about}, it changed`);
          const own = await askAs(fixture.alice, thing.id);
          if (!own.startsWith('200')) problems.push(`${method} of Alice in ${path}: ${own}`);
        }
      }
      return { problems: end(), triedCount };
    },

    /** What happens to Alice comes to her streams alone, and to none that she has ended. */
    async tryStreams(): Promise<string[]> {
      const { alice, bob } = fixture;
      const subscribe = 'userDataStream.subscribe.signature';
      const listen = async (who: Person) => {
        const line = await open(API_PATH);
        line.send(
          JSON.stringify({ id: 1, method: subscribe, params: signParameters({}, who.key) }),
        );
        if ((await line.wait(({ id }) => id === 1))?.status !== 200) problems.push('no stream');
        return line;
      };
      const guest = await ask('userDataStream.subscribe', {}, fixture.own(alice));
      if (!isRefused(guest)) problems.push(`a guest's stream: ${JSON.stringify(guest)}`);
      const listenKey = await callListenKey('POST');
      const [ofAlice, ofBob] = [await listen(alice), await listen(bob)];
      const byKey = await open(`/ws/${listenKey}`);
      const others = [
        await open(`/ws/${listenKey.slice(0, -1)}${listenKey.endsWith('A') ? 'B' : 'A'}`),
        await open(`/stream?streams=${listenKey.toLowerCase()}`, fixture.own(alice)),
        await open(`/ws/${alice.key.apiKey}`, fixture.own(alice)),
        ofBob,
      ];
      const first = hasOrder(await placeOf(alice));
      for (const line of [ofAlice, byKey]) {
        if ((await line.wait(first)) === undefined) problems.push('Alice did not hear of hers');
      }
      for (const [at, line] of others.entries()) {
        const heard = await line.wait(first, silenceMs);
        if (heard !== undefined) problems.push(`line ${at} heard ${JSON.stringify(heard)}`);
      }
      await callListenKey('DELETE', `?listenKey=${listenKey}`);
      const second = hasOrder(await placeOf(alice));
      if ((await ofAlice.wait(second)) === undefined) problems.push('her other stream ended, too');
      if ((await byKey.wait(second, silenceMs)) !== undefined) problems.push('an ended key hears');
      for (const line of [...others, ofAlice, byKey]) line.cut();
      return end();
    },
  };
}
