// The real program, with its permissions, over its real pipe.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPipe, SignerClient, startSigner } from './client.ts';
import { listSignerArguments, SIGNER_PASSPHRASE } from './program.ts';
import {
  makeEvmRequest,
  makeTestFolder,
  makeUtxoRequest,
  openSigner,
  PASSPHRASE,
  PAYEE,
  policy,
} from './testing/folder.ts';
import type { CallResult, Head } from './shapes.ts';

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

function start(folder: string): SignerClient {
  const child = startSigner(folder, PASSPHRASE);
  running.push(child);
  return new SignerClient(readPipe(child));
}

/** The program with a module of tests before it, and what it says about failures. */
function startWith(folder: string, module: string, environment: NodeJS.ProcessEnv) {
  const preload = fileURLToPath(new URL(`testing/${module}.ts`, import.meta.url));
  const words = ['--import', preload, ...listSignerArguments('serve', folder)];
  const child = spawn(process.execPath, words, {
    env: { [SIGNER_PASSPHRASE]: PASSPHRASE, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, client: new SignerClient(readPipe(child)), readSaid: () => said };
}

describe('the process', () => {
  let folder: Awaited<ReturnType<typeof makeTestFolder>>;
  beforeAll(async () => {
    folder = await makeTestFolder();
  });
  afterAll(() => folder.remove());

  it('has no network, no other file, no child, no thread, and ends with its pipe', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const foreign = join(folder.folder, '..', 'foreign');
    writeFileSync(foreign, 'not for the signer');
    const environment = { ISOBATH_TEST_PORT: String(port), ISOBATH_TEST_FILE: foreign };
    const { child, client, readSaid } = startWith(folder.folder, 'attempt', environment);
    const early = client.call('status', {});
    await expect(early).rejects.toMatchObject({ code: 'hello_first' });
    const hello = await client.call('hello', { head: null });
    expect(hello.accounts.map(({ publicKey }) => publicKey.slice(0, 4))).toContain('xpub');
    expect(JSON.stringify(hello)).not.toContain('xprv');
    expect(client.head?.length).toBe(1);
    const results = JSON.parse(readSaid().split('\n')[0] ?? '') as Record<string, string>;
    const denied = (name: string) => [name, 'ERR_ACCESS_DENIED'];
    expect(results).toEqual({
      ...Object.fromEntries(Object.keys(results).map(denied)),
      addon: 'ERR_DLOPEN_DISABLED',
    });
    expect(Object.keys(results)).toHaveLength(11);
    expect(readFileSync(foreign, 'utf8')).toBe('not for the signer');
    server.close();
    readPipe(child).end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(readSaid()).toContain('passphrase left: false');
    await expect(client.call('status', {})).rejects.toThrow('closed');
  });

  it('ends when a frame cannot be read, and refuses what has no shape', async () => {
    const client = start(folder.folder);
    await client.call('hello', { head: null });
    const wrong = client.call('sign', { ...makeEvmRequest(), memo: 'x' } as never);
    await expect(wrong).rejects.toMatchObject({ code: 'shape_invalid' });
    const unknown = client.call('export' as never, {} as never);
    await expect(unknown).rejects.toMatchObject({ code: 'call_unknown' });
    const [child] = running;
    if (child === undefined) throw new Error('nothing runs');
    readPipe(child).write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    expect(await once(child, 'exit')).toEqual([1, null]);
  });
});

describe('an attack over the pipe', () => {
  it('signs nothing outside, before and after a restart with the clock set back', async () => {
    const tight = structuredClone(policy);
    Object.assign(tight.networks[0]?.assets[1] ?? {}, { perDayRaw: '1000001' });
    const { folder, remove } = await makeTestFolder(tight);
    // Written an hour in the future: for this process the clock was set back.
    const future = await openSigner(folder, { readClock: () => Date.now() + 3_600_000 });
    const signed = await future.call('sign', makeEvmRequest());
    const { head } = await future.answer('status', {});
    future.close();
    const client = start(folder);
    await client.call('hello', { head });
    const attack = (change: object) => client.call('sign', { ...makeEvmRequest(), ...change });
    const other = { requestId: 'x', outputs: [{ paymentId: 'x', to: PAYEE, raw: '2' }] };
    const assertion = {
      credentialId: 'AAAA',
      clientDataJSON: 'AAAA',
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    };
    const forged = [{ officerId: 'ann', assertion }];
    const refused = (code: string, isAlarm = true) => ({ code, isAlarm });
    await expect(attack({ nonce: 1 })).rejects.toMatchObject(refused('request_reused'));
    await expect(attack(other)).rejects.toMatchObject(refused('nonce_foreign'));
    await expect(attack({ ...other, nonce: 1 })).rejects.toMatchObject(refused('cap_day', false));
    const thaw = client.call('thaw', { nextNonces: [], approvals: forged });
    await expect(thaw).rejects.toMatchObject({ code: 'officers_missing' });
    const loose = client.call('policy', { policy, approvals: forged });
    await expect(loose).rejects.toMatchObject({ code: 'officers_missing' });
    expect(await attack({})).toEqual(signed);
    expect(client.head).toEqual(head);
    remove();
  });
});

describe('a kill between the call and the answer', () => {
  const places = ['write:0', 'write:300', 'written', 'answer:0', 'answer:100'];
  it.each(places)('at %s leaves what gives the same bytes', async (place) => {
    const { folder, remove } = await makeTestFolder();
    const second = makeUtxoRequest();
    const environment = { ISOBATH_TEST_DIE_AT: `${place}@1` };
    const { child, client } = startWith(folder, 'die', environment);
    await client.call('hello', { head: null });
    const first = await client.call('sign', makeEvmRequest());
    const { head } = client;
    const lost = client.call('sign', second);
    await expect(lost).rejects.toThrow();
    if (child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');

    const again = await openSigner(folder, { head: head ?? null });
    const isTorn = place === 'write:300';
    const { result, head: found } = again.hello as { result: CallResult<'hello'>; head: Head };
    expect(result).toMatchObject({ isFrozen: false, reasons: [] });
    expect(result.tornBytes > 0).toBe(isTorn);
    expect(found.length).toBe(place.startsWith('write:') ? 2 : 3);
    const signed = await again.call('sign', second);
    expect(await again.call('sign', makeEvmRequest())).toEqual(first);
    expect(await again.call('sign', second)).toEqual(signed);
    const other = { ...second, fees: { feeRaw: '1500' } };
    expect(await again.refusal('sign', other)).toBe('request_reused!');
    expect((await again.answer('status', {})).head.length).toBe(3);
    again.close();
    remove();
  });
});
