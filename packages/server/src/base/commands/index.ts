/** The command room's door. */
export {
  type Commander,
  type CommandBody,
  type CommandSigns,
  createCommander,
  type DurableOutcome,
  type ReadStep,
  refuseWithCode,
} from './commander.ts';
