/** The public API of the journeys: the whole product on a folder of its own, to be measured. */
export { type StagedServer, startServer } from './fixture/server.ts';
