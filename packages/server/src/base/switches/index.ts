/** The switches room's door. */
export { type GateSigns, guardHandlers } from './gate.ts';
export { createSwitches, type SwitchName, switchNames, type Switches } from './switches.ts';
