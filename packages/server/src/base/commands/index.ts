/** The command room's door. */
export {
  type Commander,
  type CommandBody,
  createCommander,
  type DurableOutcome,
  refuseWithCode,
} from './commander.ts';
