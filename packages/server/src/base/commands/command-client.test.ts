import { type Command, CommandKind, EventKind, rejects, Source } from '@isobath/core';
import { expect, test } from 'vitest';
import { createCommandClient } from './command-client.ts';

const signs = { caller: { ownerId: 1_000_001, sessionId: 7 }, idempotencyKey: '' };
const body = { kind: CommandKind.setDeadMan, accountId: 3, timeoutMs: 0 } as never;

function record(code = 0, facts: number[] = []) {
  const sent: Command[] = [];
  const commandClient = createCommandClient(
    async (command) => {
      sent.push(command);
      return { sequence: 9, atMs: 5, code, facts, events: [] };
    },
    () => 1_000_000,
  );
  return { sent, commandClient };
}

test('a key becomes two words that depend on nothing but the key', async () => {
  const { sent, commandClient } = record();
  await commandClient.send(body, { ...signs, idempotencyKey: 'abc' });
  await commandClient.send({ ...(body as object), timeoutMs: 5 } as never, {
    ...signs,
    idempotencyKey: 'abc',
  });
  await commandClient.send(body, { ...signs, idempotencyKey: 'abd' });
  expect([sent[0].keyHigh, sent[0].keyLow]).toEqual([sent[1].keyHigh, sent[1].keyLow]);
  expect(sent[0].bodyHash).not.toBe(sent[1].bodyHash);
  expect(sent[0].keyHigh).not.toBe(sent[2].keyHigh);
  expect(sent.every((one) => Number.isSafeInteger(one.keyHigh) && one.deadlineMs > 0)).toBe(true);
});

test('a key has the words it always had, so one from before a new version is known', async () => {
  const { sent, commandClient } = record();
  const signed = { deadlineMs: 2_000_000 };
  const caller = { ...signs.caller, signed };
  await commandClient.send(body, { caller, idempotencyKey: 'abc' });
  // SHA-256 of "abc", by its standard.
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  const word = (from: number) => Number.parseInt(digest.slice(from, from + 13), 16);
  const { keyHigh, keyLow, bodyHash } = sent[0];
  expect([keyHigh, keyLow, bodyHash]).toEqual([word(51), word(38), word(25)]);
});

test('without a key nothing is remembered and no deadline is set', async () => {
  const { sent, commandClient } = record();
  await commandClient.send(body, signs);
  expect([sent[0].keyHigh, sent[0].keyLow, sent[0].deadlineMs]).toEqual([0, 0, 0]);
});

test('a reject of the engine becomes a refusal with named facts', async () => {
  const { commandClient } = record(rejects.balance_too_low[0], [0, 5, 1, 0]);
  await expect(commandClient.send(body, signs)).rejects.toMatchObject({
    word: 'balance_too_low',
    code: 40050,
    facts: { availableUnits: '5', neededUnits: String(2n ** 52n) },
    sequence: 9,
  });
  expect((await commandClient.try(body, signs)).code).toBe(40050);
});

test('a command that was not taken is refused with why', async () => {
  const commandClient = createCommandClient(async () => {
    const error = new Error('x') as Error & { trouble: string };
    error.name = 'SubmitRefusal';
    error.trouble = 'outcome_unknown';
    throw error;
  }, Date.now);
  await expect(commandClient.send(body, signs)).rejects.toMatchObject({ code: 10010, status: 503 });
});

test('a signed command comes from the api and carries the end of its window', async () => {
  const { sent, commandClient } = record();
  const caller = { ...signs.caller, signed: { deadlineMs: 1_005_000 } };
  await commandClient.send(body, { caller, idempotencyKey: '' });
  await commandClient.send(body, { caller, idempotencyKey: 'key and signature' });
  expect(sent.map(({ deadlineMs }) => deadlineMs)).toEqual([1_005_000, 1_005_000]);
  expect(sent.map(({ source }) => source)).toEqual([Source.api, Source.api]);
});

test('the same signed command again is refused, though the engine did it only once', async () => {
  const head = { kind: EventKind.commandApplied, repeatOfSequence: 4 };
  const commandClient = createCommandClient(
    async () => ({ sequence: 9, atMs: 5, code: 0, facts: [], events: [head as never] }),
    Date.now,
  );
  const caller = { ...signs.caller, signed: { deadlineMs: Date.now() } };
  const again = commandClient.send(body, { caller, idempotencyKey: 'key and signature' });
  await expect(again).rejects.toMatchObject({ word: 'key_reused' });
});

test('a repeated key of a page is answered with what the first one did', async () => {
  const head = { kind: EventKind.commandApplied, repeatOfSequence: 4 };
  const opened = { kind: EventKind.orderOpened, orderId: 77 };
  const commandClient = createCommandClient(
    async () => ({ sequence: 9, atMs: 5, code: 0, facts: [], events: [head as never] }),
    Date.now,
    async (sequence) => ({ sequence, atMs: 3, events: [opened as never] }),
  );
  const again = await commandClient.send(body, { ...signs, idempotencyKey: 'abc' });
  expect(again).toMatchObject({ sequence: 4, atMs: 3, events: [opened] });
});

test('a repeat whose first step is not kept says so instead of guessing', async () => {
  const head = { kind: EventKind.commandApplied, repeatOfSequence: 4 };
  const commandClient = createCommandClient(
    async () => ({ sequence: 9, atMs: 5, code: 0, facts: [], events: [head as never] }),
    Date.now,
  );
  const again = commandClient.send(body, { ...signs, idempotencyKey: 'abc' });
  await expect(again).rejects.toMatchObject({ word: 'outcome_unknown' });
});
