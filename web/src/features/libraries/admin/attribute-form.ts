import {
  ATTRIBUTE_LENGTH_MAX,
  ATTRIBUTE_NAME_MAX,
  type AttributeType,
  canonicalNumber,
  compareNumbers,
  type LibraryAttribute,
  NUMBER_DIGITS_MAX,
  OPTION_LENGTH_MAX,
  OPTIONS_MAX,
} from '@clouddisk/contract/library-attributes'
import { lengthOf } from '@clouddisk/contract/names'
import type { FormErrors } from '../../../ui/use-form.ts'
import { codeError } from './library-dialog.tsx'
import { t } from './strings.ts'

/** What the form of an attribute holds, and what is wrong with it. Pure. */

export interface AttributeValues {
  attributeName: string
  code: string
  type: AttributeType
  length: string
  min: string
  max: string
  options: string
  listDisplay: boolean
  allowEmpty: boolean
  query: boolean
  readOnly: boolean
}

/** An attribute as it is edited; new ones have no id yet. */
export type EditedAttribute = Omit<LibraryAttribute, 'attributeId'> & { readonly attributeId?: string }

export const valuesOf = (attribute: EditedAttribute | undefined): AttributeValues => ({
  attributeName: attribute?.attributeName ?? '',
  code: attribute?.code ?? '',
  type: attribute?.type ?? 'text',
  length: String(attribute?.length ?? 100),
  min: attribute?.min ?? '',
  max: attribute?.max ?? '',
  options: attribute?.options.join('\n') ?? '',
  listDisplay: attribute?.listDisplay ?? true,
  allowEmpty: attribute?.allowEmpty ?? true,
  query: attribute?.query ?? false,
  readOnly: attribute?.readOnly ?? false,
})

export const optionsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().normalize('NFC'))
    .filter((line) => line !== '')

export const lengthMax = (type: AttributeType): number =>
  type === 'number' ? NUMBER_DIGITS_MAX : ATTRIBUTE_LENGTH_MAX

export function errorsOf(
  values: AttributeValues,
  others: readonly EditedAttribute[],
): FormErrors<AttributeValues> {
  const { attributeName, code, type, length, min, max, options } = values
  const hasLength = type === 'text' || type === 'number'
  return {
    attributeName: nameError(attributeName, others),
    code:
      codeError(code) ??
      (others.some((one) => one.code.toLowerCase() === code.trim().toLowerCase())
        ? t('sameCode')
        : undefined),
    length:
      hasLength && !isLength(length, lengthMax(type)) ? t('lengthRule', { max: lengthMax(type) }) : undefined,
    min: type === 'number' && !isRange(min, max) ? t('rangeRule') : undefined,
    options: type === 'choice' && !areOptions(optionsOf(options)) ? t('optionsRule') : undefined,
  }
}

function nameError(text: string, others: readonly EditedAttribute[]): string | undefined {
  const name = text.trim()
  if (name === '') return t('missing')
  if (lengthOf(name) > ATTRIBUTE_NAME_MAX) return t('tooLong', { max: ATTRIBUTE_NAME_MAX })
  return others.some(({ attributeName }) => attributeName === name) ? t('sameName') : undefined
}

const isLength = (text: string, max: number): boolean =>
  /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= max

function isRange(min: string, max: string): boolean {
  const [low, high] = [canonicalNumber(min), canonicalNumber(max)]
  return low !== undefined && high !== undefined && compareNumbers(low, high) <= 0
}

const areOptions = (options: readonly string[]): boolean =>
  options.length > 0 &&
  options.length <= OPTIONS_MAX &&
  new Set(options).size === options.length &&
  options.every((option) => lengthOf(option) <= OPTION_LENGTH_MAX)

export const attributeOf = (values: AttributeValues, attributeId: string | undefined): EditedAttribute => {
  const { type } = values
  const number = type === 'number'
  return {
    ...(attributeId !== undefined && { attributeId }),
    attributeName: values.attributeName.trim(),
    code: values.code.trim(),
    type,
    length: type === 'text' || number ? Number(values.length) : null,
    min: number ? (canonicalNumber(values.min) ?? null) : null,
    max: number ? (canonicalNumber(values.max) ?? null) : null,
    options: type === 'choice' ? optionsOf(values.options) : [],
    listDisplay: values.listDisplay,
    allowEmpty: values.allowEmpty,
    query: values.query,
    readOnly: values.readOnly,
  }
}
