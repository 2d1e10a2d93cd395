// The acts that the audit chain knows by name. Each has a sentence in the console's texts.
// An act is in the past tense; what it was about stands beside it as a kind and a number.

/** Every act. */
export const auditActions = [
  'operator_created',
  'operator_signed_in',
  'operator_sign_in_failed',
  'operator_signed_out',
  'operator_enrolled',
  'operator_disabled',
  'operator_enabled',
  'operator_reset',
  'operator_role_set',
  'tool_command_begun',
  'tool_command_ended',
  'users_searched',
  'user_viewed',
  'user_sessions_ended',
  'config_set',
  'table_row_set',
  'table_row_removed',
  'coin_picture_set',
  'coin_listed',
  'market_listed',
  'market_delisted',
  'fees_set',
  'user_vip_set',
  'user_group_set',
  'user_identity_set',
  'brand_picture_added',
  'switch_set',
  'trading_halt_asked',
  'trading_halted',
  'trading_cancel_only',
  'trading_resumed',
  'money_given',
  'content_added',
  'content_saved',
  'content_restored',
  'content_shown',
  'content_term_set',
  'content_frame_set',
  'feedback_viewed',
  'category_added',
  'category_named',
  'categories_ordered',
  'category_emptied',
  'category_removed',
  'feedback_answered',
  'approval_made',
  'approval_approved',
  'approval_rejected',
  'approval_withdrawn',
  'approval_executed',
  'approval_failed',
  'approval_unknown',
  'approval_settled',
  'desk_listed',
  'desk_viewed',
  'desk_taken',
  'desk_answered',
  'desk_closed',
] as const;

/** One act. */
export type AuditAction = (typeof auditActions)[number];

/** What an act can be about; the number beside it says which. */
export const auditTargets = [
  'none',
  'user',
  'operator',
  'approval',
  'article',
  'category',
  'feedback',
  'talk',
] as const;

/** Kind of what an act is about. */
export type AuditTarget = (typeof auditTargets)[number];
