/** The operator room's door: names of the questions, the serving and the asking side. */
export { recordAlone } from './alone.ts';
export { openToolEntry } from './entry.ts';
export { askServer } from './client.ts';
export type { OperatorAnswer, OperatorHandlers, OperatorName, OperatorRequests } from './names.ts';
export { questionEffects } from './names.ts';
