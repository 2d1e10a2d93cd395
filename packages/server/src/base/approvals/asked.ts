// Whether a thing is asked about already: two operators who look at the same thing at once make one
// request, and the second reads who made it. Called by desks whose decisions need two.
import type { ApprovalKind } from '@isobath/wire';
import type { Session } from '../db/index.ts';
import { refuseCase } from '../office/index.ts';
import { CallRefusal, type OperatorCaller } from '../product/index.ts';

/** What is about to be asked. */
export interface AboutToAsk {
  readonly kind: ApprovalKind;
  /** Name of the thing's number in the payload, and the number. */
  readonly name: string;
  readonly id: number;
  readonly operator: OperatorCaller;
  readonly nowMs: number;
}

/** Who made or decided the latest request about a thing in one of these states; 0 = nobody. */
async function readWho(
  session: Session,
  { kind, name, id, nowMs }: AboutToAsk,
  state: 'pending' | 'executed',
): Promise<number> {
  const [row] = await session.query<{ made_by: number; decided_by: number }>(
    `SELECT made_by, decided_by FROM approvals
     WHERE kind = $1 AND (payload::jsonb ->> $2)::bigint = $3 AND state = $4
       AND (state = 'executed' OR expires_at > $5) ORDER BY approval_id DESC LIMIT 1`,
    [kind, name, id, state, new Date(nowMs)],
  );
  return (state === 'pending' ? row?.made_by : row?.decided_by) ?? 0;
}

/**
 * Find the thing that a request is to be made about.
 *
 * @param find - throws object_not_found when there is nothing to ask any more.
 * @errors case_taken while the request of a colleague waits, case_decided when one was carried out.
 */
export async function findUnasked<TFound>(
  session: Session,
  about: AboutToAsk,
  find: () => Promise<TFound>,
): Promise<TFound> {
  const { operatorId } = about.operator;
  const makerId = await readWho(session, about, 'pending');
  if (makerId !== 0 && makerId !== operatorId) {
    throw await refuseCase(session, 'case_taken', makerId);
  }
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof CallRefusal) || error.word !== 'object_not_found') throw error;
    const deciderId = await readWho(session, about, 'executed');
    if (deciderId === 0 || deciderId === operatorId) throw error;
    throw await refuseCase(session, 'case_decided', deciderId);
  }
}
