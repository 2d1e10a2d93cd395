// What a person is shown as and may do, on the wire: picture, checks of identity, state of the
// account. Paths of the specification where it has them.
// Not signing in nor its second factors (../account.ts). Read by server, sdk and pages.
import { decimalText, timeMs } from '../../money.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const own = { role: 'user', owner: 'caller' } as const;
const done = z.object({});

/** What a person counts as by their checks: a waiting one comes before all others. */
export const identityLevel = z.enum(['none', 'progress', 'standard', 'advanced', 'company']);
export type IdentityLevel = z.infer<typeof identityLevel>;

const identityFacts = {
  identityLevel,
  /** 0 waiting, 1 passed, 2 failed, 3 not identified. */
  identityStatus: z.number().int(),
  /** 1 standard, 2 advanced, 3 company; 0 without any record. */
  identityType: z.number().int(),
} as const;

/** A picture in base64: at most 128 KiB of PNG, JPEG or WebP. */
const pictureText = z.base64().max(180_000);

/** A person's VIP level and what it stands on. */
export const ownVip = z.object({
  vipLevel: z.number().int(),
  /** Days before today (UTC) that count. */
  days: z.number().int(),
  /** Traded on the counted days. */
  volumeUsdt: decimalText,
  /** End of the last counted day, 0 = none was counted yet. */
  countedUntil: timeMs,
  /** Given by the operator: no volume changes it. */
  isByHand: z.boolean(),
  /** Not lowered before, 0 = nothing was decided. */
  heldUntil: timeMs,
});
export type OwnVip = z.infer<typeof ownVip>;

/** Routes of people. */
export const userRoutes = {
  vipLevels: defineRoute({
    method: 'GET',
    role: 'public',
    owner: 'none',
    rate: 'read',
    path: '/hk-web/public/vip/levels',
    summary: 'What must have been traded in the last days for each VIP level above 0.',
    answer: z.object({
      /** Days before today (UTC) that count. */
      days: z.number().int(),
      levels: z.array(z.object({ level: z.number().int(), volumeUsdt: decimalText })),
    }),
  }),
  ownVip: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/account/vip',
    summary: 'The caller’s VIP level, what was traded for it, and until when it is held.',
    answer: ownVip,
  }),
  identityStatus: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/identity/status',
    summary: 'What the caller counts as by the checks of identity.',
    answer: z.object(identityFacts),
  }),
  verifyRecords: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/identity/getVerifyRecord',
    summary: 'Checks of identity that were asked for, newest first.',
    answer: z.array(
      z.object({
        id: z.number().int(),
        identityType: z.number().int(),
        identityStatus: z.number().int(),
        createdTime: timeMs,
      }),
    ),
  }),
  userRights: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/identity/getUserRights',
    summary: 'What the caller may do now, and what a day’s withdrawals are limited to.',
    answer: z.object({
      ...identityFacts,
      /** Of the level that was reached; 0 without one. */
      dailyWithdrawLimitUsdt: decimalText,
      rights: z.array(
        z.object({
          code: z.enum(['spot', 'transfer', 'api', 'deposit', 'withdraw']),
          isAllowed: z.boolean(),
          /** "" when it is allowed. */
          reason: z.enum(['', 'CAN_NOT_USE_MODULE', 'NEED_KYC']),
          /** What a day is limited to; "" = by nothing. */
          dayLimitUsdt: decimalText.or(z.literal('')),
        }),
      ),
    }),
  }),
  bizStatus: defineRoute({
    ...own,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/user/biz-status',
    summary: 'State of the caller’s account: level, identity, protection, opened accounts.',
    answer: z.object({
      fid: z.number().int(),
      vipLevel: z.number().int(),
      vipType: z.number().int(),
      ...identityFacts,
      hasTotp: z.boolean(),
      hasPasskey: z.boolean(),
      hasAntiPhishingCode: z.boolean(),
      /** Types of the accounts that are open. */
      openAccounts: z.array(z.number().int()),
    }),
  }),
  safetyCheck: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/modifySafetyCheck',
    summary: 'Whether safety settings may be changed now, and by which proof if not.',
    answer: z.object({
      isConfirmed: z.boolean(),
      /** Until when, 0 = not confirmed. */
      confirmedUntil: z.number().int(),
      proof: z.enum(['totp', 'password']),
    }),
  }),
  photoTake: defineRoute({
    ...own,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/account/photo',
    bodyBytesMax: bodyBytes.picture,
    summary:
      'Set the caller’s picture: PNG, JPEG or WebP, at most 128 KiB and 1,024 pixels a side.',
    body: z.strictObject({ picture: pictureText }),
    answer: z.object({ photo: z.string() }),
  }),
  photoRemove: defineRoute({
    ...own,
    method: 'DELETE',
    rate: 'write',
    path: '/hk-web/account/photo',
    summary: 'Go back to the picture that is drawn from the number.',
    answer: done,
  }),
  photo: defineRoute({
    role: 'public',
    owner: 'none',
    rate: 'read',
    method: 'GET',
    path: '/hk-web/public/photo/:name',
    summary: 'A person’s picture by its random name; the body is the file.',
    query: z.object({ name: z.string().regex(/^[0-9a-f]{32}$/, 'name') }),
    answer: z.unknown(),
    isBare: true,
  }),
} as const;
