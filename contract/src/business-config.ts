import Type, { type Static } from 'typebox'
import { EXTENSIONS_MAX } from './content-kinds.ts'
import { route } from './route.ts'
import { Instant, nullable, oneOf } from './shapes.ts'

/** The business configuration (B§3, R99): limits and switches by code, with their values and explanations. */

export const CONFIG_GROUPS = [
  'uploads',
  'downloads',
  'fileRules',
  'files',
  'retention',
  'spaces',
  'sessions',
  'signIn',
  'lists',
  'search',
  'contentCheck',
  'background',
  'names',
  'page',
  'client',
] as const
export type ConfigGroup = (typeof CONFIG_GROUPS)[number]

/**
 * How a value is read: numbers are bytes, bytes per second, milliseconds, shares of 1, or counts of something. `options` are
 * several of those there are, `extensions` those of files, `choices` what the sign-in page offers.
 */
export const CONFIG_KINDS = [
  'count',
  'bytes',
  'rate',
  'duration',
  'share',
  'flag',
  'choice',
  'numbers',
  'options',
  'extensions',
  'choices',
] as const
export type ConfigKind = (typeof CONFIG_KINDS)[number]

/** Where the value in force comes from. */
export const CONFIG_SOURCES = ['default', 'environment', 'administrator'] as const
export type ConfigSource = (typeof CONFIG_SOURCES)[number]

const Words = Type.Object({ 'zh-CN': Type.String(), 'en-US': Type.String() })

const Amount = Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** What the sign-in page offers: regions, platforms. Ids are in the log. */
export const CHOICES_MAX = 50
export const CHOICE_NAME_MAX = 40
export const CHOICE_ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$'
const ChoiceName = Type.String({ minLength: 1, maxLength: CHOICE_NAME_MAX })
export const ConfigChoice = Type.Object({
  id: Type.String({ pattern: CHOICE_ID_PATTERN }),
  'zh-CN': ChoiceName,
  'en-US': ChoiceName,
})
export type ConfigChoice = Static<typeof ConfigChoice>

export const ConfigValue = Type.Union([
  Amount,
  Type.Boolean(),
  Type.String({ maxLength: 200 }),
  Type.Array(Amount, { maxItems: 100 }),
  Type.Array(Type.String({ maxLength: 64 }), { maxItems: EXTENSIONS_MAX }),
  Type.Array(ConfigChoice, { maxItems: CHOICES_MAX }),
])
export type ConfigValue = Static<typeof ConfigValue>

export const ConfigItem = Type.Object({
  code: Type.String(),
  group: oneOf(CONFIG_GROUPS),
  kind: oneOf(CONFIG_KINDS),
  /** What is counted, of counts. */
  unit: Type.Optional(Words),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  /** Whether 0 means without limit; it is then allowed below `min`. */
  zeroIsUnlimited: Type.Optional(Type.Boolean()),
  /** Of choices. */
  options: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), 'zh-CN': Type.String(), 'en-US': Type.String() })),
  ),
  explanation: Words,
  /** Why it cannot be changed here. */
  fixed: nullable(Words),
  value: ConfigValue,
  default: ConfigValue,
  source: oneOf(CONFIG_SOURCES),
  /** The variable that sets it, if the environment does. */
  variable: nullable(Type.String()),
  /** Whether a change is in force only after a restart of all servers. */
  afterRestart: Type.Boolean(),
  /** The value that this server runs with, if it differs until a restart. */
  running: Type.Optional(ConfigValue),
  /** Of the administrator's value. */
  author: nullable(Type.String()),
  changeTime: nullable(Instant),
})
export type ConfigItem = Static<typeof ConfigItem>

const Reply = Type.Object({ list: Type.Array(ConfigItem) })

export const queryBusinessConfig = route({
  name: 'queryBusinessConfig',
  method: 'GET',
  path: '/admin/config/business/query',
  admin: 'config',
  input: Type.Object({}),
  reply: Reply,
  summary: 'Every value of the business configuration, with its source and explanation.',
})

export const saveBusinessConfig = route({
  name: 'saveBusinessConfig',
  method: 'POST',
  path: '/admin/config/business/save',
  admin: 'config',
  input: Type.Object({
    /** All of them or none; null returns to the default. */
    list: Type.Array(
      Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }), value: nullable(ConfigValue) }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  reply: Reply,
  summary: 'Changes values, in force on all servers at once where a restart is not needed; answers all.',
})
