// Who is told how commands of withdrawals ended. The code is loaded with the first end.
// Listed by the module of deposits and withdrawals.

import type { IntentConsumer } from '../intents/index.ts';
import { withdrawalConsumers } from './withdrawals.ts';

const load = () => import('./withdrawal-ends.ts');

/** Of taking, of paying and giving back, of gas, of moves to cold addresses. */
export const withdrawalEnds: readonly IntentConsumer[] = [
  { name: withdrawalConsumers.take, load: async () => (await load()).finishTaking },
  { name: withdrawalConsumers.end, load: async () => (await load()).finishEnd },
  { name: withdrawalConsumers.gas, load: async () => (await load()).finishGas },
  { name: withdrawalConsumers.cold, load: async () => (await load()).finishCold },
  { name: withdrawalConsumers.gasRefill, load: async () => (await load()).finishGasRefill },
];
