// What becomes of a gift when its intent has ended. Listed in modules.ts; gifts are begun in
// faucet.ts.
import type { FinishIntent, IntentConsumer } from '../base/intents/index.ts';

/** A gift that was given is done; of one that the engine refused nothing is left. */
const finishGift: FinishIntent = async (session, { intentId, isDone }) => {
  const statement = isDone
    ? 'UPDATE faucet_gifts SET is_done = true WHERE intent_id = $1'
    : 'DELETE FROM faucet_gifts WHERE intent_id = $1';
  await session.execute(statement, [intentId]);
};

/** Who is told how gifts ended. */
export const giftConsumer: IntentConsumer = { name: 'sandbox.gift', load: async () => finishGift };
