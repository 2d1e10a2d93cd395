/** The product room's door: what a product hands to the rooms above. */
export { CallRefusal, refuse, refuseField } from './call-refusal.ts';
export {
  type CallContext,
  type Caller,
  type CommittedStep,
  type GivenProof,
  type OperatorCaller,
  type RouteHandler,
  serve,
} from './product.ts';
