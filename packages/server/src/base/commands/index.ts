/** The command room's door. */
export {
  type Commander,
  type CommandBody,
  type CommandSigns,
  createCommander,
  type DurableOutcome,
  refuseWithCode,
} from './commander.ts';
