import type { ConfigItem } from '@clouddisk/contract/business-config'
import { EXTENSION_LENGTH_MAX, EXTENSION_PATTERN } from '@clouddisk/contract/content-kinds'
import { t } from './strings.ts'
import { amountIn, isWithin, parseAmount, unitFor, unitsOf, valueText } from './units.ts'

/** What is typed for a value, and what it means. */

export interface Draft {
  readonly text: string
  /** The name of the chosen unit. */
  readonly unit: string
  /** Of several options. */
  readonly list: readonly string[]
}

type Value = ConfigItem['value']

export function draftOf(item: ConfigItem): Draft {
  const { value } = item
  const unit = unitFor(unitsOf(item), typeof value === 'number' ? value : 0)
  if (Array.isArray(value)) {
    const list = value.filter((one) => typeof one === 'string')
    return { text: list.join(', '), unit: unit.name, list }
  }
  return {
    text: typeof value === 'number' ? amountIn(unit, value) : String(value),
    unit: unit.name,
    list: [],
  }
}

/** The value, or what is wrong. */
export function readDraft(item: ConfigItem, draft: Draft): { value: Value } | { fault: string } {
  switch (item.kind) {
    case 'flag':
      return { value: draft.text === 'true' }
    case 'choice':
      return { value: draft.text }
    case 'options':
      return { value: [...draft.list] }
    case 'extensions':
      return extensionsOf(draft.text)
    default:
      return numberOf(item, draft)
  }
}

/** Commas, spaces or lines between them. */
function extensionsOf(text: string): { value: Value } | { fault: string } {
  const typed = text.split(/[\s,;，；、]+/).filter(Boolean)
  const wrong = typed.find((one) => {
    const extension = one.replace(/^\*?\.+/, '')
    return !EXTENSION_PATTERN.test(extension) || extension.length > EXTENSION_LENGTH_MAX
  })
  return wrong === undefined ? { value: typed } : { fault: t('wrongExtension', { extension: wrong }) }
}

function numberOf(item: ConfigItem, { text, unit: name }: Draft): { value: Value } | { fault: string } {
  const units = unitsOf(item)
  const unit = units.find((one) => one.name === name) ?? unitFor(units, 0)
  const value = parseAmount(unit, text)
  if (value === undefined) return { fault: t(/^\s*\d+\.\d+\s*$/.test(text) ? 'wholeNumber' : 'noNumber') }
  return isWithin(item, value) ? { value } : { fault: t('outOfRange', boundsOf(item)) }
}

const boundsOf = (item: ConfigItem) => ({
  min: valueText({ ...item, zeroIsUnlimited: false }, item.min ?? 0),
  max: valueText(item, item.max ?? Number.MAX_SAFE_INTEGER),
})

/** What may be typed; undefined where one chooses. */
export function hintOf(item: ConfigItem): string | undefined {
  if (item.kind === 'extensions') return t('extensionsHint')
  if (item.kind === 'flag' || item.kind === 'choice' || item.kind === 'options') return undefined
  return t(item.zeroIsUnlimited ? 'rangeOrZero' : 'range', boundsOf(item))
}
