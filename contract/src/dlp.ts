import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, oneOf } from './shapes.ts'

/** Data loss prevention: rules that find sensitive content in files that leave the company (A§2, A§5, B§5, G16). */

/**
 * What a rule looks for: any of its terms in the text; a regular expression; numbers of Chinese identity cards or of bank cards
 * with a right check digit; file names with one of its terms, `*` and `?` standing for anything; file types.
 */
export const DLP_KINDS = ['words', 'pattern', 'idCard', 'bankCard', 'fileName', 'fileType'] as const
export type DlpKind = (typeof DLP_KINDS)[number]
/** Kinds that have terms; `pattern` has a pattern, the others nothing. */
export const DLP_KINDS_WITH_TERMS: readonly DlpKind[] = ['words', 'fileName', 'fileType']

/** How sensitive what a rule finds is, the least first. */
export const DLP_LEVELS = ['low', 'medium', 'high'] as const
export type DlpLevel = (typeof DLP_LEVELS)[number]

/** What follows for a file that leaves the company: somebody reviews it, or it stays. */
export const DLP_ACTIONS = ['review', 'block'] as const
export type DlpAction = (typeof DLP_ACTIONS)[number]

/**
 * Where a rule applies besides links: files that are shared with colleagues; that come into another space or a shared folder, or back
 * into a group; new files and versions in groups. A rule that blocks refuses these with 110008.
 */
export const DLP_PLACES = ['share', 'transfer', 'upload'] as const
export type DlpPlace = (typeof DLP_PLACES)[number]

export const DLP_RULES_MAX = 200
export const DLP_TERMS_MAX = 10_000
export const DLP_TERM_LENGTH_MAX = 100
export const DLP_PATTERN_LENGTH_MAX = 500
export const DLP_NAME_MAX = 60
export const DLP_THRESHOLD_MAX = 1000
/** Characters of the text that can be tried. */
export const DLP_TRIAL_MAX = 100_000
/** Finds that a refusal lists. */
export const DLP_REFUSED_SHOWN = 50
/** Samples of what a rule found in one file. */
export const DLP_SAMPLES_MAX = 3

const definition = {
  name: Type.String({ maxLength: 240 }),
  kind: oneOf(DLP_KINDS),
  terms: Type.Optional(
    Type.Array(Type.String({ maxLength: 4 * DLP_TERM_LENGTH_MAX }), { maxItems: 2 * DLP_TERMS_MAX }),
  ),
  pattern: Type.Optional(Type.String({ maxLength: 4 * DLP_PATTERN_LENGTH_MAX })),
  /** Different finds in one file from which on the rule applies. */
  threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: DLP_THRESHOLD_MAX })),
  level: oneOf(DLP_LEVELS),
  action: oneOf(DLP_ACTIONS),
  /** None if absent. */
  places: Type.Optional(Type.Array(oneOf(DLP_PLACES), { maxItems: 2 * DLP_PLACES.length })),
  enabled: Type.Boolean(),
}

export const DlpRule = Type.Object({
  ruleId: Id,
  ...definition,
  terms: Type.Array(Type.String()),
  pattern: Type.String(),
  threshold: Type.Integer(),
  places: Type.Array(oneOf(DLP_PLACES)),
  updateTime: Instant,
})
export type DlpRule = Static<typeof DlpRule>

/** What a rule found in a file. */
export const DlpMatch = Type.Object({
  ruleId: Id,
  rule: Type.String(),
  level: oneOf(DLP_LEVELS),
  action: oneOf(DLP_ACTIONS),
  /** Different finds. */
  count: Type.Integer(),
  /** Some of them, masked. */
  samples: Type.Array(Type.String()),
  /** Where in an archive; '' for the file itself. */
  path: Type.String(),
})
export type DlpMatch = Static<typeof DlpMatch>

/** One line of `data.list` of 110008: a rule that a file meets. */
export const SensitiveFile = Type.Object({
  name: Type.String(),
  rule: Type.String(),
  level: oneOf(DLP_LEVELS),
})
export type SensitiveFile = Static<typeof SensitiveFile>

export const queryDlpRules = route({
  name: 'queryDlpRules',
  method: 'GET',
  path: '/admin/dlp/rules',
  admin: 'dlp',
  input: Type.Object({}),
  reply: Type.Array(DlpRule),
  summary: 'The rules of the content check, the latest first.',
})

export const saveDlpRule = route({
  name: 'saveDlpRule',
  method: 'POST',
  path: '/admin/dlp/saveRule',
  admin: 'dlp',
  bodyMax: 8 * 1024 * 1024,
  input: Type.Object({
    /** The rule to change; absent for a new one. */
    ruleId: Type.Optional(Id),
    ...definition,
  }),
  reply: DlpRule,
  errors: ['not_found', 'name_taken', 'too_many_items'],
  summary: 'A new rule of the content check, or the whole of a changed one.',
})

export const removeDlpRule = route({
  name: 'removeDlpRule',
  method: 'POST',
  path: '/admin/dlp/removeRule',
  admin: 'dlp',
  input: Type.Object({ ruleId: Id }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Removes a rule of the content check.',
})

export const tryDlpRules = route({
  name: 'tryDlpRules',
  method: 'POST',
  path: '/admin/dlp/tryRules',
  admin: 'dlp',
  changes: false,
  bodyMax: 1024 * 1024,
  input: Type.Object({
    text: Type.String({ maxLength: DLP_TRIAL_MAX }),
    fileName: Type.Optional(Type.String({ maxLength: 255 })),
    /** A rule as it is being edited, tried alone; absent: all that are enabled. */
    rule: Type.Optional(Type.Object(definition)),
  }),
  reply: Type.Array(DlpMatch),
  summary: 'What the rules find in a text, without keeping it.',
})
