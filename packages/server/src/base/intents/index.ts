/** Public API of intents: moving money from a product's own row, and hearing of the end once. */
export { countLateIntents, createIntents, type Intents } from './intents.ts';
export {
  createFinisher,
  type EndedIntent,
  type FinishIntent,
  type IntentConsumer,
  runFinisher,
} from './finisher.ts';
