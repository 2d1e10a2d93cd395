import { listMigrations } from '../db/index.ts';

/** The approvals room's door: what one operator asks for and another must agree to. */
export {
  type Approvals,
  type ApprovalWorks,
  createApprovals,
  defineWork,
} from './approvals.ts';

/** Tables of this room. */
export const approvalMigrations = listMigrations('approvals', import.meta.url, [
  '0001-approvals',
  '0002-unknown',
]);
