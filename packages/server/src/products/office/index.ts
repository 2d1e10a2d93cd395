/** The back office's door. */
export { removeOld, retentionTable } from './accounts/retention.ts';
export { createAccountChanges } from './accounts/changes.ts';
export { createLineChecks } from './money/lines.ts';
export { createPostings, type Posting } from './money/postings.ts';
export { createFirstDayRoutes, type FirstDayParts } from './first-day.ts';
export type { ConfigDoor, PersonParts } from './parts.ts';
export { createOfficeRoutes } from './routes.ts';
export { OFFICE_TRIES } from './sign-in.ts';
export { createWorks, type HouseGift } from './works.ts';
