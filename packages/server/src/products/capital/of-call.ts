import { type CallContext, type OperatorCaller, refuse } from '../../base/product/index.ts';

/** The operator of a call; the edge has let nobody else through. */
export function operatorOf({ caller }: Pick<CallContext, 'caller'>): OperatorCaller {
  if (caller.operator === undefined) throw refuse('not_signed_in');
  return caller.operator;
}
