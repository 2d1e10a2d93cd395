/** The command room's door. */
export {
  type Commander,
  type CommandBody,
  type CommandSigns,
  createCommander,
  type DurableOutcome,
  refuseWithCode,
  type SubmitCommand,
} from './commander.ts';
