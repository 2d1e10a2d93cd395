// The one table of answer codes that are not rejects of the core (those are numbered in core's
// reject.ts and mapped here one to one by coreRejectCodes). A test reads it against documents and
// translations.

import { capitalErrors, identityErrors } from './product-errors.ts';

/** One refusal: its number, HTTP status, and when it is given. Its text key is `errors.<word>`. */
export interface ErrorRow {
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
}

/** Refusals of the edge and the products by word. */
export const errors = {
  invalid: {
    code: 10001,
    status: 200,
    meaning: 'A field is missing or malformed; `fields` names it.',
  },
  malformed_json: { code: 10001, status: 400, meaning: 'The body is not JSON.' },
  not_signed_in: { code: 10002, status: 401, meaning: 'The call needs a session.' },
  csrf: { code: 10003, status: 403, meaning: 'The request did not come from our own pages.' },
  forbidden: { code: 10004, status: 403, meaning: 'The role may not do this.' },
  not_found: {
    code: 10005,
    status: 404,
    meaning: 'Nothing is at this path, or the object is not yours.',
  },
  object_not_found: { code: 10005, status: 200, meaning: 'No such object, or it is not yours.' },
  method_not_allowed: { code: 10005, status: 405, meaning: 'The path exists with another method.' },
  unsupported_media: { code: 10001, status: 415, meaning: 'The body type is not accepted.' },
  too_large: { code: 10006, status: 413, meaning: 'The request is too large.' },
  rate_limited: { code: 10007, status: 429, meaning: 'Too many requests; Retry-After says when.' },
  internal: {
    code: 10008,
    status: 500,
    meaning: 'Our mistake; the request id finds it in the log.',
  },
  halted: { code: 10009, status: 503, meaning: 'The exchange takes no such commands right now.' },
  outcome_unknown: {
    code: 10010,
    status: 503,
    meaning: 'The outcome is not known yet; ask by key or client id.',
  },
  disk_full: {
    code: 10011,
    status: 503,
    meaning: 'The disk is nearly full; money commands are refused.',
  },
  sandbox_only: { code: 10012, status: 403, meaning: 'Only the sandbox has this.' },
  cancel_only: { code: 10013, status: 503, meaning: 'Only cancels are taken right now.' },
  key_reused: {
    code: 10014,
    status: 200,
    meaning: 'The idempotency key was used with another request.',
  },
  limit_reached: {
    code: 10015,
    status: 200,
    meaning: 'As many as are allowed are there already; `max` says how many.',
  },
  maintenance: {
    code: 10016,
    status: 503,
    meaning: 'The exchange is closed for maintenance; `endsAtMs` says until when, 0 = not known.',
  },
  approval_own: {
    code: 10017,
    status: 200,
    meaning: 'Whoever made a request may not approve it: another operator must.',
  },
  approval_over: {
    code: 10018,
    status: 200,
    meaning: 'The request was decided already, or waited longer than a day.',
  },
  approval_changed: {
    code: 10019,
    status: 200,
    meaning: 'The request is not the one that was read: read it again.',
  },
  approval_unsettled: {
    code: 10020,
    status: 200,
    meaning: 'Another request about the same may have been carried out: settle that one first.',
  },
  case_taken: {
    code: 10024,
    status: 200,
    meaning: 'A colleague has taken the case, or asked for it to be decided; `operator` says who.',
  },
  case_decided: {
    code: 10025,
    status: 200,
    meaning: 'The case was decided or closed meanwhile; `operator` says by whom.',
  },
  case_not_taken: {
    code: 10026,
    status: 200,
    meaning: 'Nobody has taken the case: whoever decides on it takes it first.',
  },
  posting_unfit: {
    code: 10030,
    status: 200,
    meaning: 'A line of the request does not fit; `line` says which, `problem` why. None was done.',
  },
  posting_repeated: {
    code: 10031,
    status: 200,
    meaning:
      'The same lines with the same document were asked for before; `approvalId` says where.',
  },
  document_unfit: {
    code: 10032,
    status: 200,
    meaning: 'Not a PDF, PNG or JPEG of at most 512 KiB and 40 million pixels, or none at all.',
  },
  behind: {
    code: 10021,
    status: 503,
    meaning: 'What `minSeq` asks for is committed later or not readable yet: ask again.',
  },
  snapshot_required: {
    code: 10022,
    status: 200,
    meaning: 'SNAPSHOT_REQUIRED: what `since` asks for is not kept any more: subscribe anew.',
  },
  signature_wrong: {
    code: 10023,
    status: 401,
    meaning: 'The header `webhook-signature` is missing, too old, or not of a secret of ours.',
  },
  qr_code_expired: {
    code: 10029,
    status: 200,
    meaning: 'The code to scan is too old: pages stop asking and offer a new one.',
  },
  need_kyc: { code: 20101, status: 200, meaning: 'NEED_KYC: identity must be verified first.' },
  module_unavailable: {
    code: 20102,
    status: 200,
    meaning: 'CAN_NOT_USE_MODULE: this part is closed by the operator, for everybody.',
  },
  region_closed: {
    code: 20102,
    status: 200,
    meaning: 'CAN_NOT_USE_MODULE: not available from the network of the caller; `region` names it.',
  },
  wallet_unavailable: {
    code: 20102,
    status: 200,
    meaning: 'CAN_NOT_USE_MODULE: no wallet can be connected here yet.',
  },
  credentials_wrong: { code: 20110, status: 200, meaning: 'The address or the password is wrong.' },
  second_factor_needed: { code: 20111, status: 200, meaning: 'A second factor is needed.' },
  code_wrong: {
    code: 20112,
    status: 200,
    meaning: 'The code is wrong or was used before; `triesLeft` says how many tries are left.',
  },
  code_expired: {
    code: 20113,
    status: 200,
    meaning: 'The code is too old or was tried too often.',
  },
  locked: { code: 20114, status: 200, meaning: 'Too many wrong tries; wait for `waitMs`.' },
  password_weak: {
    code: 20115,
    status: 200,
    meaning: 'The password is too short or known from breaches.',
  },
  ticket_invalid: { code: 20116, status: 200, meaning: 'The sign-in was not begun or is too old.' },
  passkey_wrong: { code: 20117, status: 200, meaning: 'The passkey did not verify.' },
  second_code_needed: {
    code: 20130,
    status: 200,
    meaning:
      'Codes are being guessed for this account: give the next code of the authenticator too.',
  },
  totp_already_on: { code: 20118, status: 200, meaning: 'An authenticator is already set up.' },
  insecure_origin: {
    code: 20119,
    status: 200,
    meaning: 'Signing in needs https or a loopback address.',
  },
  step_up_needed: {
    code: 20120,
    status: 200,
    meaning: 'Confirm with your password or second factor first.',
  },
  last_factor: {
    code: 20131,
    status: 200,
    meaning: 'It is the only second factor: another one must be added first.',
  },
  nickname_not_allowed: {
    code: 20121,
    status: 200,
    meaning: 'A nickname has 2 to 24 letters and digits and does not pass for the house.',
  },
  nickname_too_soon: {
    code: 20122,
    status: 200,
    meaning: 'The nickname was changed less than seven days ago.',
  },
  photo_not_allowed: {
    code: 20123,
    status: 200,
    meaning: 'Not a PNG, JPEG or WebP of at most 128 KiB and 1,024 pixels a side.',
  },
  mail_limit: {
    code: 20124,
    status: 200,
    meaning: 'The address got many mails of this kind; it gets the next one after `waitMs`.',
  },
  code_too_soon: {
    code: 20126,
    status: 200,
    meaning: 'A code was just sent; another one may be asked for in `waitMs`.',
  },
  invite_code_unknown: { code: 20125, status: 200, meaning: 'Nobody invites with this code.' },
  account_frozen: {
    code: 20127,
    status: 200,
    meaning: 'The account is frozen: nothing is traded, moved or changed; `cause` says why.',
  },
  account_in_use: {
    code: 20128,
    status: 200,
    meaning: 'The account has balances or open orders, or is closed for good: not that way.',
  },
  key_range_wide: {
    code: 20132,
    status: 200,
    meaning:
      'A range of a key’s addresses is too wide: /8 is the widest of IPv4, /16 for a key that ' +
      'withdraws, /32 of IPv6.',
  },
  address_taken: { code: 20129, status: 200, meaning: 'Somebody else has this mail address.' },
  faucet_used: {
    code: 20201,
    status: 200,
    meaning: 'Demo money was given less than 24 hours ago or five times.',
  },
  transfer_processing: {
    code: 20351,
    status: 200,
    meaning: 'The transfer was taken but is not durable yet; the records show it.',
  },
  transfer_not_out: { code: 20352, status: 200, meaning: 'The account does not give this coin.' },
  transfer_not_in: { code: 20353, status: 200, meaning: 'The account does not take this coin.' },
  transfer_day_limit: {
    code: 20354,
    status: 200,
    meaning: 'More than may be moved out of this account today.',
  },
  transfer_source_empty: {
    code: 20355,
    status: 200,
    meaning: 'The source account was never opened: there is nothing in it.',
  },
  margin_not_opened: {
    code: 30303,
    status: 200,
    meaning: 'The cross margin account is not opened yet; `isOpening` opens it.',
  },
  isolated_not_opened: {
    code: 30304,
    status: 200,
    meaning: 'The isolated account of this pair is not opened yet; `isOpening` opens it.',
  },
  margin_level_low: {
    code: 30705,
    status: 200,
    meaning: 'After the transfer the margin account would hold too little for what it borrowed.',
  },
  ...capitalErrors,
  ...identityErrors,
  wallet_assets_not_ready: {
    code: 50011,
    status: 200,
    meaning: 'What a wallet holds is still being read: ask again after 2 s, at most 8 times.',
  },
  price_off_tick: { code: 40101, status: 200, meaning: 'The price is not a multiple of the tick.' },
  size_off_lot: { code: 40102, status: 200, meaning: 'The size is not a multiple of the lot.' },
  market_unknown: { code: 40103, status: 200, meaning: 'No such market.' },
} as const satisfies Record<string, ErrorRow>;

/** Codes that every page answers alike, whatever call they came from. */
export const businessCodes = {
  maintenance: errors.maintenance.code,
  needKyc: errors.need_kyc.code,
  moduleUnavailable: errors.module_unavailable.code,
} as const;

/** A refusal's word. */
export type ErrorWord = keyof typeof errors;
