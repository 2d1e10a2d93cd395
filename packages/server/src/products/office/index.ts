/** The back office's door. */
export { removeOld } from './accounts/retention.ts';
export { createAccountChanges } from './accounts/changes.ts';
export { createLineChecks } from './money/lines.ts';
export { createPostings, type Posting } from './money/postings.ts';
export { createFirstDayRoutes, readArchivedMs, type FirstDayParts } from './first-day.ts';
export type { ConfigEntry, PersonParts } from './parts.ts';
export { createOfficeRoutes } from './routes.ts';
export { OFFICE_TRIES } from './sign-in.ts';
export { createWorks, type OperatorAccountGift } from './works.ts';
