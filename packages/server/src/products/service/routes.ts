// A person's side of the desk: their talk on a line, saying something, files, what is unread.
// The live line is for those who are signed in; the others take guests, who keep a key.
// Called by the edge.
import { type ServiceLine, serviceLineNumbers, serviceRoutes } from '@isobath/wire';
import { type Caller, refuse, type RouteHandler, serve } from '../../base/product/index.ts';
import type { ConversationOwner, Conversations } from './conversations.ts';

/** What the calls stand on. */
export interface ServiceParts {
  readonly talks: Conversations;
  /** Tell a person's pages that something of the desk changed. */
  readonly publish: (ownerId: number) => Promise<void>;
}

function readOwner(
  caller: Caller,
  body: { line?: ServiceLine; guestKey: string },
): ConversationOwner {
  const { ownerId } = caller;
  if (ownerId === 0 && body.line === serviceLineNumbers.liveChat) throw refuse('not_signed_in');
  // Whoever is signed in has their own talks, whatever key their browser still holds.
  return { ownerId, guestKey: ownerId === 0 ? body.guestKey : '' };
}

/** Handlers of a person's side. */
export function createServiceRoutes({ talks, publish }: ServiceParts): RouteHandler[] {
  return [
    serve(serviceRoutes.conversation, ({ caller, body }) =>
      talks.show(readOwner(caller, body), body),
    ),
    serve(serviceRoutes.say, async ({ caller, body }) => {
      const owner = await talks.sayAs(readOwner(caller, body), body.line, body);
      return talks.show(owner, { line: body.line, since: 0 });
    }),
    serve(serviceRoutes.markRead, async ({ caller, body }) => {
      const owner = readOwner(caller, body);
      await talks.markRead(owner, body.line);
      if (owner.ownerId !== 0) await publish(owner.ownerId);
      return { unreadCount: 0 };
    }),
    serve(serviceRoutes.file, async ({ caller, body }) => {
      const owner = readOwner(caller, body);
      if (owner.ownerId === 0 && owner.guestKey === '') throw refuse('object_not_found');
      return talks.readFile(body.fileId, owner);
    }),
  ];
}
