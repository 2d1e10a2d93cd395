/** The operator's tool: names of the questions, the serving and the asking side, its commands. */
export { recordAlone } from './alone.ts';
export { openToolEntry } from './entry.ts';
export { askServer } from './client.ts';
export type { OperatorAnswer, OperatorHandlers, OperatorName, OperatorRequests } from './names.ts';
export { questionEffects } from './names.ts';
export {
  ask,
  type Command,
  defineCommand,
  type Finding,
  parseCount,
  parseWords,
  showUsage,
  type Words,
} from './command.ts';
export { parseChange, parseTime, placeOf, readNamed } from './read-words.ts';
export { askTwice, terminal, type Typist } from './secret-words.ts';
export { keyOptions, passwordOptions, readKey, readPassword } from './secret-words.ts';
