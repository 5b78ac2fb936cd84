import type { ConfigChoice, ConfigItem } from '@clouddisk/contract/business-config'
import { DAY, HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import { language } from '../../../lib/i18n.ts'
import { t } from './strings.ts'

/** Values as they are shown and typed: with the largest unit that divides them. */

export interface Unit {
  readonly name: string
  readonly label: string
  readonly factor: number
}

const BYTES = ['B', 'KB', 'MB', 'GB', 'TB']

const bytesIn = (suffix: string): Unit[] =>
  BYTES.map((name, power) => ({ name, label: name + suffix, factor: 1024 ** power }))

/** The units to choose from, smallest first; one of them for what is merely counted. */
export function unitsOf({ kind, unit }: Pick<ConfigItem, 'kind' | 'unit'>): readonly Unit[] {
  switch (kind) {
    case 'bytes':
      return bytesIn('')
    case 'rate':
      return bytesIn('/s')
    case 'duration':
      return [
        { name: 'ms', label: t('ms'), factor: 1 },
        { name: 's', label: t('seconds'), factor: SECOND },
        { name: 'min', label: t('minutes'), factor: MINUTE },
        { name: 'h', label: t('hours'), factor: HOUR },
        { name: 'd', label: t('days'), factor: DAY },
      ]
    case 'share':
      return [{ name: '%', label: '%', factor: 0.01 }]
    default:
      return [{ name: '', label: unit?.[language] ?? '', factor: 1 }]
  }
}

/** The largest unit in which the value has at most one decimal. */
export function unitFor(units: readonly Unit[], value: number): Unit {
  const fits = ({ factor }: Unit) => value >= factor && Number.isInteger(rounded((value / factor) * 10))
  return units.findLast(fits) ?? units.find(({ factor }) => factor === 1) ?? (units[0] as Unit)
}

/** Without the noise of binary fractions. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6

export const amountIn = (unit: Unit, value: number): string => String(rounded(value / unit.factor))

type Described = Pick<ConfigItem, 'kind' | 'unit' | 'options' | 'zeroIsUnlimited'>

/** A value in words: 20 GB, 15 minutes, On. */
export function valueText(item: Described, value: ConfigItem['value']): string {
  if (typeof value === 'boolean') return t(value ? 'on' : 'off')
  if (typeof value === 'string')
    return item.options?.find((option) => option.value === value)?.[language] ?? value
  const units = unitsOf(item)
  if (typeof value === 'object') return listText(item, value, units[0]?.label ?? '')
  if (value === 0 && item.zeroIsUnlimited) return t('unlimited')
  const unit = unitFor(units, value)
  const amount = value >= 10_000 && unit.factor === 1 ? value.toLocaleString('en-US') : amountIn(unit, value)
  // Ports and versions are numbers without groups.
  const plain = unit.label === '' ? String(value) : amount
  return `${plain}${unit.name === '%' ? '' : ' '}${unit.label}`.trim()
}

function listText({ options }: Described, list: readonly unknown[], unit: string): string {
  if (list.length === 0) return t('none')
  const words = (list as readonly (number | string | ConfigChoice)[]).map((one) => {
    if (typeof one === 'object') return one[language]
    return options?.find(({ value }) => value === one)?.[language] ?? String(one)
  })
  return `${words.join(language === 'zh-CN' ? '、' : ', ')} ${unit}`.trim()
}

/** What was typed, as a value; undefined if it is no number or has parts that its unit has not. */
export function parseAmount(unit: Unit, text: string): number | undefined {
  const typed = text.trim().replace(/,/g, '')
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(typed)) return undefined
  const value = rounded(Number(typed) * unit.factor)
  if (unit.factor < 1) return value
  return unit.factor === 1 && !Number.isInteger(value) ? undefined : Math.round(value)
}

export function isWithin({ min = 0, max, zeroIsUnlimited }: ConfigItem, value: number): boolean {
  if (value === 0 && zeroIsUnlimited) return true
  return value >= min && (max === undefined || value <= max)
}
