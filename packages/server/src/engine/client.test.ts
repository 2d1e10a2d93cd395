// The client against an engine that takes everything and answers what a test says, or nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind } from '@isobath/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEngine } from './client.ts';
import { SubmitRefusal, type CommittedBatch } from './ports.ts';
import { FrameKind, FrameReader, writeFrame, writePair } from './process/frames.ts';
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

test('a follower that failed is over: nothing is kept for it', async () => {
  // The engine of this test has one commit, and tells it to whoever follows.
  const commit = writeFrame(FrameKind.words, 1, writePair(1, 1));
  const publish = (socket: Socket) => {
    const reader = new FrameReader();
    socket.on('data', (bytes: Buffer) => {
      reader.push(bytes, ({ kind }) => {
        if (kind === FrameKind.subscribe) socket.write(commit);
      });
    });
  };
  server.on('connection', publish);
  const client = await connectEngine(folder);
  const follow = (taken: (batch: CommittedBatch) => void) =>
    new Promise<unknown>((resolve) => {
      client.subscribe({
        fromSequence: 1,
        read: (batch) => {
          taken(batch);
          resolve('read');
        },
        failed: resolve,
      });
    });
  const trouble = new Error('this reader cannot read');
  const outcome = await follow(() => {
    throw trouble;
  });
  expect(outcome).toBe(trouble);
  // Of two that follow the second is handed what the first has read; of one and a dead one, not.
  const batches: CommittedBatch[] = [];
  expect(await follow((batch) => batches.push(batch))).toBe('read');
  expect(await follow((batch) => batches.push(batch))).toBe('read');
  expect(await follow((batch) => batches.push(batch))).toBe('read');
  expect(batches[0]).not.toBe(batches[1]);
  expect(batches[1]).toBe(batches[2]);
  client.close();
});
