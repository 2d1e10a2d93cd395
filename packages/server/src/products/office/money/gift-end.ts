// What becomes of a gift when its intent has ended. Listed in ../module.ts; gifts are written in
// gifts.ts.
import type { FinishIntent, IntentConsumer } from '../../../base/intents/index.ts';

const finishGift: FinishIntent = async (session, { intentId, isDone }) => {
  await session.execute('UPDATE operator_gifts SET state = $2 WHERE intent_id = $1', [
    intentId,
    isDone ? 'done' : 'refused',
  ]);
};

/** Who is told how gifts ended. */
export const operatorGiftConsumer: IntentConsumer = {
  name: 'office.gift',
  load: async () => finishGift,
};
