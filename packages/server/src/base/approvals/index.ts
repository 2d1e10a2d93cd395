/** The approvals room's door: what one operator asks for and another must agree to. */
export {
  type AgreedRequest,
  type Approvals,
  type ApprovalWorks,
  createApprovals,
  defineWork,
} from './approvals.ts';
