/** The projection room's door. */
export { insertRows, type SentTable } from './insert-rows.ts';
export { joinProjections } from './join.ts';
export type { Projection } from './projection.ts';
export { createPublishedSteps, type PublishedSteps } from './published-steps.ts';
export { type ProjectionRunner, resetProjection, runProjections } from './runner.ts';
export { createStoredSteps, GIVE_UP_MS, type StoredSteps } from './stored-steps.ts';
export { readWatermark } from './watermark.ts';
