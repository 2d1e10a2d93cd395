// Refusals of products over codes of their own; the one table is errors.ts, which takes them in.

/** Of deposits and withdrawals, 204xx. */
export const capitalErrors = {
  network_suspended: {
    code: 20401,
    status: 200,
    meaning: 'Deposits or withdrawals on this network are halted, or the network is not there.',
  },
  address_invalid: {
    code: 20402,
    status: 200,
    meaning: 'The address has not the form of its network, or its checksum is wrong.',
  },
  address_other_network: {
    code: 20403,
    status: 200,
    meaning: 'The address belongs to another network.',
  },
  memo_wrong: {
    code: 20404,
    status: 200,
    meaning: 'The memo is missing, unfit, or given where none is taken.',
  },
  address_own: {
    code: 20405,
    status: 200,
    meaning: 'The address is one of the caller’s own deposit addresses.',
  },
  address_not_listed: {
    code: 20406,
    status: 200,
    meaning: 'Only addresses of the address book are allowed, by the caller’s own setting.',
  },
  address_too_new: {
    code: 20407,
    status: 200,
    meaning: 'The address was added less than 24 hours ago; `usableAtMs` says until when.',
  },
  withdraw_out_of_range: {
    code: 20408,
    status: 200,
    meaning: 'Less than `min` or more than `max` of `coin` in one withdrawal.',
  },
  withdraw_balance_low: {
    code: 20409,
    status: 200,
    meaning: 'The balance does not cover what is withdrawn and its fee.',
  },
  withdraw_day_limit: {
    code: 20410,
    status: 200,
    meaning: 'More than may be withdrawn in 24 hours at the level of identity.',
  },
  security_changed: {
    code: 20411,
    status: 200,
    meaning:
      'Password, factor, mail or phone changed less than 24 hours ago; `untilMs` says until when.',
  },
  second_factor_missing: {
    code: 20412,
    status: 200,
    meaning: 'Money goes out with a second factor only, and none is set up.',
  },
  proof_needed: {
    code: 20413,
    status: 200,
    meaning: 'The proof for exactly this request is missing, used, or older than 120 s.',
  },
  withdraw_signed: {
    code: 20414,
    status: 200,
    meaning: 'The withdrawal is signed: it cannot be cancelled any more.',
  },
  withdrawal_locked: {
    code: 20415,
    status: 200,
    meaning: 'Part of what one owns is locked against withdrawing; `untilMs` says until when.',
  },
  address_saved: {
    code: 20416,
    status: 200,
    meaning: 'The address stands in the address book already.',
  },
  address_book_full: {
    code: 20417,
    status: 200,
    meaning: 'The address book has `max` addresses.',
  },
  travel_rule_needed: {
    code: 20418,
    status: 200,
    meaning: 'From this value on, who receives the payment must be declared.',
  },
  address_no_payee: {
    code: 20419,
    status: 200,
    meaning: 'The address is a listed contract, the zero address or a precompiled one.',
  },
  address_refuses: {
    code: 20420,
    status: 200,
    meaning: 'The contract at the address does not take the coin.',
  },
  deposit_addresses_full: {
    code: 20421,
    status: 200,
    meaning: 'As many deposit addresses of this family as one may have: `max`.',
  },
  claims_waiting: {
    code: 20423,
    status: 200,
    meaning: 'As many claims of this person wait as may; `max` says how many.',
  },
  claims_of_day: {
    code: 20424,
    status: 200,
    meaning: 'As many claims were made within 24 hours as may be; `max` says how many.',
  },
  amount_not_raw: {
    code: 20422,
    status: 200,
    meaning: 'Not a whole number of the chain’s own units; `decimals` says how many it has.',
  },
} as const;

/** Of identity, 205xx. */
export const identityErrors = {
  identity_field: {
    code: 20501,
    status: 200,
    meaning: 'Name and date of birth are fixed once verified: what was sent is somebody else’s.',
  },
  identity_waiting: {
    code: 20502,
    status: 200,
    meaning: 'A check of this level waits for its decision already.',
  },
  identity_age: { code: 20503, status: 200, meaning: 'Whoever is verified is 18 years old.' },
  identity_document_used: {
    code: 20504,
    status: 200,
    meaning: 'The document stands for another account, or did in the last five years.',
  },
  identity_file: {
    code: 20505,
    status: 200,
    meaning:
      'Not a whole PNG, JPEG or WebP (of companies: PDF) of at most 10 MiB and 50 million pixels.',
  },
  identity_country: {
    code: 20506,
    status: 200,
    meaning: 'There is no such country, or its documents are not accepted here.',
  },
  identity_level_order: {
    code: 20507,
    status: 200,
    meaning: 'The level before it is missing, or this level was passed already.',
  },
  identity_supplement_over: {
    code: 20508,
    status: 200,
    meaning: 'Nothing is asked for any more, or it was answered already.',
  },
  identity_day_limit: {
    code: 20509,
    status: 200,
    meaning: 'Three checks were refused in the last 24 hours: try again tomorrow.',
  },
  identity_trader: {
    code: 20510,
    status: 200,
    meaning: 'No person of this number has passed the standard level; `uid` says which.',
  },
  identity_person_twice: {
    code: 20511,
    status: 200,
    meaning: 'A person stands twice in one list of a company, by name and birth or by document.',
  },
  reviewer_related: {
    code: 20512,
    status: 403,
    meaning: 'The operator is the person of the case, invited them, or was invited by them.',
  },
  identity_answers_due: {
    code: 20101,
    status: 200,
    meaning: 'NEED_KYC: what a reviewer asked for is due; until it is answered one only withdraws.',
  },
} as const;
