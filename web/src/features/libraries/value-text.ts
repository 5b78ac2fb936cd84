import type { LibraryFile } from '@clouddisk/contract/libraries'
import { canonicalValue, type LibraryAttribute, valueFault } from '@clouddisk/contract/library-attributes'
import { t } from './strings.ts'

/** Values as people read them, and what is wrong with typed ones. Pure. */

export const storedValue = ({ values }: Pick<LibraryFile, 'values'>, attributeId: string): string =>
  values.find((one) => one.attributeId === attributeId)?.value ?? ''

export function valueText({ type }: Pick<LibraryAttribute, 'type'>, value: string): string {
  if (type !== 'yesNo' || value === '') return value
  return t(value === 'yes' ? 'yes' : 'no')
}

/** The same rule as on the server. */
export function typedError(attribute: LibraryAttribute, typed: string): string | undefined {
  const fault = valueFault(attribute, canonicalValue(attribute.type, typed))
  return fault && t(fault.error, { name: '', limit: '', min: '', max: '', ...fault.details })
}
