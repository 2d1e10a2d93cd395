/** The approvals room's door: what one operator asks for and another must agree to. */
export { type Approvals, createApprovals } from './approvals.ts';
export { findUnasked } from './asked.ts';
export { type AgreedRequest, type ApprovalWorks, defineWork, type Subject } from './works.ts';
