import Type, { type Static } from 'typebox'
import { LANGUAGES } from './errors.ts'
import { route } from './route.ts'
import { Empty, Instant, nullable, oneOf } from './shapes.ts'

/** User agreement, privacy policy, usage rules and public notices: texts that administrators publish (A§1, A§2, B§1). */

/** Texts that anyone may read, signed in or not. */
export const OPEN_POLICY_KINDS = ['userAgreement', 'privacyPolicy', 'usageRules'] as const
export type OpenPolicyKind = (typeof OPEN_POLICY_KINDS)[number]
/** Notices are for signed-in people. */
export const POLICY_KINDS = [...OPEN_POLICY_KINDS, 'publicNotice'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]
/** Each person agrees to the usage rules and reads the notice once, in this order. */
export const ACKNOWLEDGED_KINDS = ['usageRules', 'publicNotice'] as const
export type AcknowledgedKind = (typeof ACKNOWLEDGED_KINDS)[number]

export const POLICY_NAMES: Readonly<Record<PolicyKind, readonly [chinese: string, english: string]>> = {
  userAgreement: ['用户协议', 'User agreement'],
  privacyPolicy: ['隐私政策', 'Privacy policy'],
  usageRules: ['使用规范', 'Usage rules'],
  publicNotice: ['公告', 'Notice'],
}

/** Bytes of a text in UTF-8. */
export const POLICY_TEXT_MAX = 64 * 1024
/** Characters. */
export const NOTICE_TITLE_MAX = 100
/** Versions of a kind that a list has, the latest. */
export const POLICY_VERSIONS_LISTED = 200

const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

/** What a person has yet to agree to, or to read. */
export const Acknowledgement = Type.Object({
  kind: oneOf(ACKNOWLEDGED_KINDS),
  version: Type.Integer(),
  publishTime: Instant,
})
export type Acknowledgement = Static<typeof Acknowledgement>

export const queryPolicies = route({
  name: 'queryPolicies',
  method: 'GET',
  path: '/pub/policies',
  door: 'anyone',
  input: Empty,
  reply: Type.Array(
    Type.Object({
      kind: oneOf(OPEN_POLICY_KINDS),
      version: Type.Integer(),
      publishTime: Instant,
      current: Type.Boolean({ description: 'whether it is the version in force' }),
    }),
  ),
  summary: 'Agreements and policies with their versions, the latest first.',
})

export const queryPolicy = route({
  name: 'queryPolicy',
  method: 'GET',
  path: '/pub/policy',
  door: 'anyone',
  input: Type.Object({
    kind: oneOf(OPEN_POLICY_KINDS),
    language: oneOf(LANGUAGES),
    /** The version in force if absent. */
    version: Type.Optional(Version),
  }),
  reply: Type.Object({
    kind: oneOf(OPEN_POLICY_KINDS),
    language: oneOf(LANGUAGES),
    version: Type.Integer(),
    currentVersion: Type.Integer(),
    publishTime: Instant,
    text: Type.String({ description: 'Markdown' }),
  }),
  errors: ['not_found'],
  summary: 'The text of an agreement or policy.',
})

const notice = {
  version: Type.Integer(),
  publishTime: Instant,
  endTime: nullable(Instant),
  /** Null in a language that it was not written in; there is one in at least one language. */
  titleZh: nullable(Type.String()),
  titleEn: nullable(Type.String()),
  current: Type.Boolean({ description: 'the latest that is neither withdrawn nor over' }),
}

export const queryPublicNotices = route({
  name: 'queryPublicNotices',
  method: 'GET',
  path: '/policy/notices',
  input: Empty,
  reply: Type.Array(Type.Object(notice)),
  summary: 'Public notices that were not withdrawn, the latest first.',
})

export const PublicNotice = Type.Object({
  ...notice,
  textZh: nullable(Type.String({ description: 'Markdown' })),
  textEn: nullable(Type.String({ description: 'Markdown' })),
})
export type PublicNotice = Static<typeof PublicNotice>

export const queryPublicNotice = route({
  name: 'queryPublicNotice',
  method: 'GET',
  path: '/policy/notice',
  input: Type.Object({ version: Version }),
  reply: PublicNotice,
  errors: ['not_found'],
  summary: 'A public notice with its text.',
})

export const acknowledge = route({
  name: 'acknowledge',
  method: 'POST',
  path: '/user/acknowledge',
  input: Type.Object({ kind: oneOf(ACKNOWLEDGED_KINDS), version: Version }),
  reply: Type.Array(Acknowledgement),
  errors: ['not_found'],
  summary: 'Agrees to a version of the usage rules, or marks a notice as read; answers what is left.',
})

/** A version as administrators see it. */
export const PolicyVersion = Type.Object({
  kind: oneOf(POLICY_KINDS),
  version: Type.Integer(),
  publishTime: Instant,
  /** Null for the texts that come with the product. */
  author: nullable(Type.String()),
  /** Of notices. */
  titleZh: nullable(Type.String()),
  titleEn: nullable(Type.String()),
  endTime: nullable(Instant),
  withdrawTime: nullable(Instant),
  /** Whether it is the version in force. */
  current: Type.Boolean(),
  /** Number of people who agreed to it or read it; 0 for texts that need neither. */
  acknowledged: Type.Integer(),
})
export type PolicyVersion = Static<typeof PolicyVersion>

export const queryPolicyVersions = route({
  name: 'queryPolicyVersions',
  method: 'GET',
  path: '/admin/policy/versions',
  admin: 'config',
  input: Empty,
  reply: Type.Array(PolicyVersion),
  summary: 'All versions of agreements, policies and notices, the latest first.',
})

export const queryPolicyVersion = route({
  name: 'queryPolicyVersion',
  method: 'GET',
  path: '/admin/policy/version',
  admin: 'config',
  input: Type.Object({ kind: oneOf(POLICY_KINDS), version: Version }),
  reply: Type.Object({
    ...PolicyVersion.properties,
    textZh: nullable(Type.String({ description: 'Markdown' })),
    textEn: nullable(Type.String({ description: 'Markdown' })),
  }),
  errors: ['not_found'],
  summary: 'A version with its texts.',
})

const Text = Type.Optional(Type.String({ maxLength: POLICY_TEXT_MAX }))
const Title = Type.Optional(Type.String({ maxLength: 4 * NOTICE_TITLE_MAX }))

export const publishPolicy = route({
  name: 'publishPolicy',
  method: 'POST',
  path: '/admin/policy/publish',
  admin: 'config',
  // Two texts, whose characters JSON may write as six.
  bodyMax: 1024 * 1024,
  input: Type.Object({
    kind: oneOf(POLICY_KINDS),
    /** Both texts; of a notice one is enough. */
    textZh: Text,
    textEn: Text,
    /** Of a notice, in each language that it has a text in. */
    titleZh: Title,
    titleEn: Title,
    /** Of a notice: when it is over; never if absent. */
    endTime: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: PolicyVersion,
  summary: 'Publishes a new version of an agreement or policy, or a notice.',
})

export const withdrawNotice = route({
  name: 'withdrawNotice',
  method: 'POST',
  path: '/admin/policy/withdraw',
  admin: 'config',
  input: Type.Object({ version: Version }),
  reply: PolicyVersion,
  errors: ['not_found'],
  summary: 'Withdraws a notice: people no longer see it.',
})
