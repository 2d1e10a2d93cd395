/** The operator room's door: names of the questions, the serving and the asking side. */
export { askServer } from './client.ts';
export type { OperatorAnswer, OperatorHandlers, OperatorName, OperatorRequests } from './names.ts';
export { serveOperator } from './server.ts';
