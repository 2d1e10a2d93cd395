/** What the office and the edge's process read of support. */
export { listConversationsOf, readUnread } from './of-person.ts';
