// What custody does with money again and again: deposits are read and compared with the books,
// withdrawals are sent, officers are asked. The comparison looks at payments first, so that both
// speak of one block. Called by custody's process.

import { createDepositLoop } from './deposits/loop.ts';
import type { Screening } from './deposits/screening.ts';
import type { CustodyContext, CustodyLoop } from './loop.ts';
import { createOfficerLoop } from './officers/loop.ts';
import type { CustodyMoney } from './money.ts';
import {
  createSender,
  readOutTerms,
  type ScreenWithdrawal,
  SENDER_PACE,
  type SenderPace,
} from './sender/index.ts';

const SEND_EVERY_MS = 1_000;

/** What loops may be told otherwise. */
export interface MoneyLoopChoices {
  readonly screenWithdrawal?: ScreenWithdrawal;
  readonly screening?: Screening;
  readonly pace?: SenderPace;
}

/** Nobody is screened. */
const screenNobody: ScreenWithdrawal = async () => 'pass';

/** Make the loops. */
export function makeMoneyLoops(
  context: CustodyContext,
  money: CustodyMoney,
  { screenWithdrawal = screenNobody, screening, pace = SENDER_PACE }: MoneyLoopChoices = {},
): readonly CustodyLoop[] {
  const sender = createSender({ ...context, money, screen: screenWithdrawal, pace });
  const deposits = createDepositLoop(context, {
    money,
    ...(screening && {
      screenDeposit: screening.screenDeposit,
      beginScreening: screening.begin,
    }),
    readOutTerms,
    watchOut: (network) => sender.watch(network),
  });
  const officers = createOfficerLoop(context);
  return [
    deposits,
    officers,
    { name: 'sender', everyMs: SEND_EVERY_MS, look: () => sender.look() },
  ];
}
