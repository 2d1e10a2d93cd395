// The client against an engine that takes everything and answers nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind } from '@isobath/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEngine } from './client.ts';
import { SubmitRefusal } from './ports.ts';
import { ENGINE_SOCKET } from './process/socket-server.ts';
import { makeCommand } from './testing/engine-process.ts';

const saying = { kind: CommandKind.defineAsset, assetId: 52, scale: 6, isMock: false };

let folder: string;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-client-'));
  server = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => {
    server.listen(join(folder, ENGINE_SOCKET), () => resolve());
  });
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
  rmSync(folder, { recursive: true });
});

test('a command that is held in silence has an unknown outcome, a question waits on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const client = await connectEngine(folder);
  const outcome = client.submit(makeCommand(saying)).catch((error: unknown) => error);
  let isAnswered = false;
  const question = client.ask('hash').catch((error: unknown) => error);
  void question.then(() => (isAnswered = true));
  vi.advanceTimersByTime(14_000);
  const later = client.submit(makeCommand(saying)).catch((error: unknown) => error);
  vi.advanceTimersByTime(2_000);
  expect(await outcome).toEqual(new SubmitRefusal('outcome_unknown'));
  let isLaterOver = false;
  void later.then(() => (isLaterOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect([isLaterOver, isAnswered]).toEqual([false, false]);
  client.close();
});
