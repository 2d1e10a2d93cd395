import { listMigrations } from '../db/index.ts';

/** The switches room's door. */
export { type GateSigns, guardHandlers } from './gate.ts';
export { createSwitches, type SwitchName, switchNames, type Switches } from './switches.ts';

/** Tables of this room. */
export const switchMigrations = listMigrations('switches', import.meta.url, ['0001-switches']);
