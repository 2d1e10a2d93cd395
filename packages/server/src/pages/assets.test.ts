// Files of a build in the form that a request accepts, made once and never again.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packFiles } from '../base/precompressed/index.ts';
import { openAssets } from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobath-assets-'));
const [client, precompressed] = [join(folder, 'client'), join(folder, 'packed')];
const script = 'export const wide = 1;\n'.repeat(200);
const app = Fastify();

beforeAll(async () => {
  mkdirSync(join(client, 'assets'), { recursive: true });
  writeFileSync(join(client, 'assets', 'wide.js'), script);
  writeFileSync(join(client, 'assets', 'short.js'), 'export {};\n');
  writeFileSync(join(client, 'assets', 'letters.woff2'), Buffer.alloc(4_096));
  mkdirSync(precompressed);
  writeFileSync(join(precompressed, 'of-a-build-before.js.br'), '');
  await packFiles(client, precompressed, new AbortController().signal);
  const send = openAssets(folder);
  app.get('/*', async (request, reply) => {
    if (await send(request.url, request, reply)) return reply;
    return reply.status(404).send();
  });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (name: string, accepted = '') =>
  app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': accepted } });

test('a form is made of each file that gets smaller, and those of before are gone', () => {
  expect(readdirSync(precompressed)).toEqual(['assets']);
  expect(readdirSync(join(precompressed, 'assets')).sort()).toEqual(['wide.js.br', 'wide.js.gzip']);
});

test('the smallest form that is accepted', async () => {
  const smallest = await ask('wide.js', 'gzip, deflate, br');
  expect(smallest.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(smallest.rawPayload).toString()).toBe(script);
  const older = await ask('wide.js', 'gzip');
  expect(older.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(older.rawPayload).toString()).toBe(script);
  const plain = await ask('wide.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});

test('what has no smaller form is sent as it is', async () => {
  for (const name of ['short.js', 'letters.woff2']) {
    const { headers, statusCode } = await ask(name, 'br');
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  }
  expect((await ask('nothing.js', 'br')).statusCode).toBe(404);
});

test('packing ends when everything is to stop', async () => {
  const stopping = new AbortController();
  const packing = packFiles(client, precompressed, stopping.signal);
  stopping.abort();
  await expect(packing).rejects.toThrow(/abort/i);
});
