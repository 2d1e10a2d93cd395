import {
  type CallContext,
  type OperatorCaller,
  refuse,
  refuseField,
} from '../../base/product/index.ts';

const REASON_LENGTH_MIN = 3;

/** The operator of a call; the edge has let nobody else through. */
export function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}

/** Where another must agree they must be told why. @throws CallRefusal without words. */
export function checkReason(reason: string): void {
  if (reason.length < REASON_LENGTH_MIN) throw refuseField('reason', 'say why');
}
