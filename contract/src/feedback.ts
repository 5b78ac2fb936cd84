import Type, { type Static } from 'typebox'
import { BODY_MAX, route } from './route.ts'
import { Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** What people write to the administrators about the product (A§2), and their answers. */

export const FEEDBACK_KINDS = ['problem', 'idea', 'question'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** `open`: an administrator is working on it. */
export const FEEDBACK_STATES = ['new', 'open', 'answered', 'closed'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** Characters. */
export const FEEDBACK_TEXT_MAX = 2000
export const FEEDBACK_ANSWER_MAX = 2000
/** Of each fact about the browser. */
export const FEEDBACK_FACT_MAX = 300
/** Of one person, in 24 hours. */
export const FEEDBACK_PER_DAY = 20
/** Bytes of a picture as it is sent; it is kept as a smaller one. */
export const FEEDBACK_PICTURE_MAX = 5 * 1024 ** 2
export const FEEDBACK_PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Days that feedback is kept since it came into its state. */
export const FEEDBACK_KEPT_DAYS = 365

/** Where the person was and with what; the page shows them before they are sent. */
const Fact = Type.Optional(Type.String({ maxLength: FEEDBACK_FACT_MAX }))
const facts = { page: Fact, version: Fact, browser: Fact, language: Fact, traceId: Fact, uploadError: Fact }
export type FeedbackFact = keyof typeof facts
export const FEEDBACK_FACTS = Object.keys(facts) as readonly FeedbackFact[]

export const Feedback = Type.Object({
  feedbackId: Id,
  kind: oneOf(FEEDBACK_KINDS),
  text: Type.String(),
  ...facts,
  hasPicture: Type.Boolean(),
  state: oneOf(FEEDBACK_STATES),
  createTime: Instant,
  /** When it came into its state. */
  stateTime: Instant,
  /** "" while there is none. */
  answer: Type.String(),
  answeredBy: nullable(Type.String()),
})
export type Feedback = Static<typeof Feedback>

export const createFeedback = route({
  name: 'createFeedback',
  method: 'POST',
  path: '/feedback/create',
  bodyMax: FEEDBACK_PICTURE_MAX + BODY_MAX,
  input: Type.Object({
    kind: oneOf(FEEDBACK_KINDS),
    text: Type.String({ maxLength: 4 * FEEDBACK_TEXT_MAX }),
    ...facts,
  }),
  reply: Feedback,
  errors: ['too_much_feedback'],
  summary: `Writes to the administrators; as a form also with a picture (PNG, JPEG, WebP) as its file. Up to ${FEEDBACK_PER_DAY} in 24 hours.`,
})

export const pageFeedback = route({
  name: 'pageFeedback',
  method: ['GET', 'POST'],
  path: '/feedback/page',
  changes: false,
  input: Type.Object({ pageNo: paging.pageNo, pageSize: paging.pageSize }),
  reply: numberedPageOf(Feedback),
  summary: 'The caller’s feedback with its answers, the latest first.',
})

export const queryFeedbackPicture = route({
  name: 'queryFeedbackPicture',
  method: 'GET',
  path: '/feedback/picture',
  input: Type.Object({ feedbackId: Id }),
  reply: Type.Any(),
  raw: true,
  errors: ['not_found'],
  summary: 'The picture of the caller’s feedback (image/webp).',
})

export const AdminFeedback = Type.Object({
  ...Feedback.properties,
  personId: Id,
  personName: Type.String(),
  account: Type.String(),
  departmentName: nullable(Type.String()),
})
export type AdminFeedback = Static<typeof AdminFeedback>

export const pageAllFeedback = route({
  name: 'pageAllFeedback',
  method: 'POST',
  path: '/admin/feedback/page',
  admin: 'config',
  changes: false,
  input: Type.Object({
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    /** In the person’s name or account, or in the text. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    kind: Type.Optional(oneOf(FEEDBACK_KINDS)),
    state: Type.Optional(oneOf(FEEDBACK_STATES)),
  }),
  reply: numberedPageOf(AdminFeedback),
  errors: ['area_refused'],
  summary: 'Everybody’s feedback, the latest first.',
})

export const queryAnyFeedbackPicture = route({
  name: 'queryAnyFeedbackPicture',
  method: 'GET',
  path: '/admin/feedback/picture',
  admin: 'config',
  input: Type.Object({ feedbackId: Id }),
  reply: Type.Any(),
  raw: true,
  errors: ['area_refused', 'not_found'],
  summary: 'The picture of anybody’s feedback (image/webp).',
})

export const answerFeedback = route({
  name: 'answerFeedback',
  method: 'POST',
  path: '/admin/feedback/answer',
  admin: 'config',
  input: Type.Object({
    feedbackId: Id,
    answer: Type.String({ maxLength: 4 * FEEDBACK_ANSWER_MAX }),
    /** The answer that the administrator saw and now replaces; "" where there was none. */
    shownAnswer: Type.String({ maxLength: 4 * FEEDBACK_ANSWER_MAX }),
  }),
  reply: Empty,
  errors: ['area_refused', 'changed_meanwhile', 'not_found'],
  summary:
    'Answers feedback, or answers anew; the person is notified. Refused if the answer is no longer `shownAnswer`; the error then has `answer` and `answeredBy`.',
})

/** States that an administrator gives without an answer. */
export const FEEDBACK_GIVEN_STATES = ['new', 'open', 'closed'] as const
export type FeedbackGivenState = (typeof FEEDBACK_GIVEN_STATES)[number]

export const setFeedbackState = route({
  name: 'setFeedbackState',
  method: 'POST',
  path: '/admin/feedback/state',
  admin: 'config',
  input: Type.Object({ feedbackId: Id, state: oneOf(FEEDBACK_GIVEN_STATES) }),
  reply: Empty,
  errors: ['area_refused', 'not_found'],
  summary: 'Says how far feedback has come.',
})
