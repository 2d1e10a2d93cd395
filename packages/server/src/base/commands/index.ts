/** The command room's door. */
export {
  type CommandClient,
  type CommandBody,
  type CommandSigns,
  createCommandClient,
  type DurableOutcome,
  refuseWithCode,
} from './command-client.ts';
