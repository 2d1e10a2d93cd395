// What people tell the house: a text of a kind, with up to three pictures, and its answer.
// Not here: who reads it (the back office). Read by server, sdk and pages.
import { timeMs } from '../../money.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const user = { role: 'user', owner: 'caller' } as const;

/** Number of a row as text. */
const rowId = z.string().max(15).regex(/^\d+$/, 'whole number');

/** Kinds of feedback. */
export const feedbackTypes = ['fault', 'idea', 'money', 'praise', 'other'] as const;
/** A kind of feedback. */
export type FeedbackType = (typeof feedbackTypes)[number];

/** Pictures a feedback may have, and how large one may be. */
export const feedbackLimits = {
  picturesCountMax: 3,
  pictureBytesMax: 700_000,
  textLengthMin: 10,
  textLengthMax: 2_000,
} as const;

/** Kinds of pictures that are taken. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** A picture: its bytes as base64. */
const pictureContent = z
  .string()
  .max(Math.ceil(feedbackLimits.pictureBytesMax / 3) * 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'base64');

/** One feedback of the caller. */
export const feedbackRow = z.object({
  id: z.string(),
  type: z.enum(feedbackTypes),
  text: z.string(),
  contact: z.string(),
  page: z.string(),
  pictureIds: z.array(z.string()),
  createdTime: timeMs,
  state: z.enum(['received', 'reading', 'answered', 'closed']),
  /** What the house says, "" until it does. */
  answer: z.string(),
  /** 0 until there is an answer. */
  answeredTime: timeMs,
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

/** Routes of feedback. */
export const feedbackRoutes = {
  feedback: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/feedback/list',
    summary: 'Feedback of the caller with its answers, newest first, at most 100.',
    answer: z.array(feedbackRow),
  }),
  sendFeedback: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/feedback',
    summary: 'Tell the house something: at most ten times a day.',
    body: z.object({
      type: z.enum(feedbackTypes),
      text: z.string().trim().min(feedbackLimits.textLengthMin).max(feedbackLimits.textLengthMax),
      /** How the person wants to be reached besides the inbox. */
      contact: z.string().trim().max(120).default(''),
      /** Path of the page it is about. */
      page: z.string().max(300).default(''),
      pictureIds: z.array(rowId).max(feedbackLimits.picturesCountMax).default([]),
    }),
    answer: feedbackRow,
  }),
  addPicture: defineRoute({
    ...user,
    method: 'POST',
    rate: 'write',
    path: '/hk-web/feedback/picture',
    bodyBytesMax: bodyBytes.file,
    summary: 'Bring a picture for the next feedback: PNG, JPEG or WebP, at most 700 kB.',
    body: z.object({ type: z.enum(pictureTypes), content: pictureContent }),
    answer: z.object({ pictureId: z.string() }),
  }),
  picture: defineRoute({
    ...user,
    method: 'GET',
    rate: 'read',
    path: '/hk-web/feedback/picture',
    summary: 'A picture of the caller’s own feedback.',
    query: z.object({ pictureId: rowId }),
    answer: z.object({ type: z.enum(pictureTypes), content: z.string() }),
  }),
} as const;
