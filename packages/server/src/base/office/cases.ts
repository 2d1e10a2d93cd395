// What an operator is told who comes second to a case: by whom it was taken or decided. Not who may
// decide. Called by the desks and by requests for two.
import type { Session } from '../db/index.ts';
import { type CallRefusal, refuse } from '../product/index.ts';

/**
 * The refusal of a case that a colleague has, with their address.
 *
 * @param operatorId - who was first; one who is not known is not named: approval_over.
 */
export async function refuseCase(
  session: Session,
  word: 'case_taken' | 'case_decided',
  operatorId: number,
): Promise<CallRefusal> {
  const [row] = await session.query<{ email: string }>(
    'SELECT email FROM operators WHERE operator_id = $1',
    [operatorId],
  );
  return row === undefined ? refuse('approval_over') : refuse(word, { operator: row.email });
}
