import { ConfigChoice, type ConfigValue } from '@clouddisk/contract/business-config'
import { EXTENSION_LENGTH_MAX, EXTENSION_PATTERN, EXTENSIONS_MAX } from '@clouddisk/contract/content-kinds'
import type { BadFieldReason } from '@clouddisk/contract/field-reasons'
import { hasInvisible } from '@clouddisk/contract/invisible'
import { nameKey } from '@clouddisk/contract/names'
import { Value } from 'typebox/value'
import type { ConfigEntry, ValueShape } from './entry.ts'

/** Whether a value has the entry's type and lies within its bounds; otherwise why not. */
export function valueFault({ shape }: ConfigEntry, value: ConfigValue): BadFieldReason | undefined {
  switch (shape.kind) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'type'
    case 'choice':
      if (typeof value !== 'string') return 'type'
      return isOption(shape, value) ? undefined : 'unknown_value'
    case 'options':
      if (!isStrings(value)) return 'type'
      return value.every((one) => isOption(shape, one)) && isDistinct(value) ? undefined : 'unknown_value'
    case 'extensions':
      return isStrings(value) ? extensionsFault(value) : 'type'
    case 'choices':
      return isChoices(value) ? choicesFault(value) : 'type'
    case 'numbers':
      return Array.isArray(value) ? undefined : 'type'
    default:
      return numberFault(shape, value)
  }
}

/** As it is stored: extensions without their dot and in the spelling of name keys, choices without blanks around them. */
export function normalized({ shape }: ConfigEntry, value: ConfigValue): ConfigValue {
  if (shape.kind === 'extensions' && isStrings(value))
    return [...new Set(value.filter((one) => one.trim() !== '').map(extensionKey))].sort()
  if (shape.kind === 'choices' && isChoices(value))
    return value.map(({ id, ...names }) => ({
      id,
      'zh-CN': names['zh-CN'].trim(),
      'en-US': names['en-US'].trim(),
    }))
  return value
}

/** `.EXE` and `*.exe` are `exe`. */
const extensionKey = (typed: string): string => nameKey(typed.trim().replace(/^\*?\.+/, ''))

const isOption = ({ options = [] }: ValueShape, value: string): boolean =>
  options.some((option) => option.value === value)

const isStrings = (value: ConfigValue): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const isChoices = (value: ConfigValue): value is ConfigChoice[] =>
  Array.isArray(value) && value.every((one) => Value.Check(ConfigChoice, one))

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

function extensionsFault(extensions: readonly string[]): BadFieldReason | undefined {
  if (extensions.length > EXTENSIONS_MAX) return 'too_long'
  const isValid = (one: string) => one.length <= EXTENSION_LENGTH_MAX && EXTENSION_PATTERN.test(one)
  return extensions.every(isValid) ? undefined : 'extension'
}

function choicesFault(choices: readonly ConfigChoice[]): BadFieldReason | undefined {
  const names = choices.flatMap((one) => [one['zh-CN'], one['en-US']])
  if (names.some((name) => name.trim() === '')) return 'missing'
  if (names.some(hasInvisible)) return 'invisible_characters'
  return isDistinct(choices.map(({ id }) => id)) ? undefined : 'choice_twice'
}

function numberFault(shape: ValueShape, value: ConfigValue): 'type' | 'range' | undefined {
  if (typeof value !== 'number') return 'type'
  if (shape.kind !== 'share' && !Number.isSafeInteger(value)) return 'range'
  if (value === 0 && shape.zeroIsUnlimited) return undefined
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = shape
  return value >= min && value <= max ? undefined : 'range'
}
