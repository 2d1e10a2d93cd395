import { deskRoutes, type Route } from '@isobath/wire';
import { expect, test } from 'vitest';
import type { CallContext } from '../../base/product/index.ts';
import { createDeskRoutes, type DeskParts } from './desk-routes.ts';

/** A desk that writes down what it was told to write. */
function openDesk() {
  const written: unknown[] = [];
  let queue: object[] = [];
  const parts = {
    database: {},
    talks: {
      readDesk: async () => ({}),
      listActive: async () => queue,
      listMessages: async () => [],
      readConversationOfFile: async () => 7,
      readFile: async () => ({ name: 'a.txt', type: 'text/plain', data: '' }),
    },
    audit: {
      write: async ({ sessionId }: { sessionId: number }, act: object) => {
        written.push({ sessionId, ...act });
      },
    },
  } as unknown as DeskParts;
  const handlers = createDeskRoutes(parts);
  const ask = (route: Route, input: object, sessionId = 1) =>
    handlers
      .find((one) => one.route === route)
      ?.handle({ caller: { operator: { sessionId } }, ...input } as unknown as CallContext);
  const show = (rows: object[]) => {
    queue = rows;
  };
  return { written, ask, show };
}

const target = { kind: 'talk', id: 7 };

test('the first look of a session is written down, from whatever message it begins', async () => {
  const { written, ask } = openDesk();
  const look = (since: number | undefined, sessionId: number) =>
    ask(deskRoutes.view, { query: { conversationId: 7, since } }, sessionId);
  await look(1, 1);
  await look(2, 1);
  await look(1, 2);
  await look(undefined, 1);
  const act = { action: 'desk_viewed', target };
  expect(written).toEqual([1, 2, 1].map((sessionId) => ({ sessionId, ...act })));
});

test('a look into a file is written down with its talk', async () => {
  const { written, ask } = openDesk();
  await ask(deskRoutes.deskFile, { body: { fileId: 3 } });
  expect(written).toEqual([{ sessionId: 1, action: 'desk_viewed', target, detail: { fileId: 3 } }]);
});

test('whom the queue showed is written down, each talk once a session', async () => {
  const { written, ask, show } = openDesk();
  show([
    { conversationId: 7, ownerId: 1_000_001 },
    { conversationId: 8, ownerId: 0 },
  ]);
  await ask(deskRoutes.queue, { query: { state: 'active', before: 0 } });
  await ask(deskRoutes.queue, { query: { state: 'active', before: 0 } });
  show([
    { conversationId: 9, ownerId: 1_000_002 },
    { conversationId: 7, ownerId: 1_000_001 },
  ]);
  await ask(deskRoutes.queue, { query: { state: 'active', before: 0 } });
  expect(written).toEqual(
    [
      { talks: [7, 8], people: [1_000_001] },
      { talks: [9], people: [1_000_002] },
    ].map((detail) => ({ sessionId: 1, action: 'desk_listed', detail })),
  );
});
