import type { BadFieldReason, ErrorName, Language } from '@clouddisk/contract/errors'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { errorMessageOf, type Refusal } from '../../errors/refusal.ts'
import { COLUMNS, type ColumnKey, hintOf, titleOf } from './columns.ts'

/** What is wrong with a row of a workbook: which column, what about it, and what it may hold. */

/** Which field another refusal than that of a field is about. */
const FIELDS: Partial<Record<ErrorName, ColumnKey>> = {
  name_taken: 'accountName',
  password_too_weak: 'password',
  not_found: 'departmentId',
  department_needed: 'departmentId',
  too_deep_departments: 'departmentId',
  area_refused: 'roles',
  roles_conflict: 'roles',
}

export const faultField = ({ errorName: refused, details }: Refusal): string | undefined =>
  refused === 'bad_field' ? String(details.field) : FIELDS[refused]

/** Where its column stands among the others; what is about none comes last. */
export function columnIndex(refusal: Refusal): number {
  const place = COLUMNS.findIndex(({ key }) => key === faultField(refusal))
  return place < 0 ? COLUMNS.length : place
}

export function faultText(refusal: Refusal, language: Language): string {
  const column = COLUMNS.find(({ key }) => key === faultField(refusal))
  if (!column) return errorMessageOf(refusal, language).errmsg
  const [colon, stop] = language === 'zh-CN' ? ['：', '。'] : [': ', '. ']
  const lines = [what(refusal, language)]
  const hint = refusal.errorName === 'bad_field' ? allowed(refusal, column, language) : ''
  if (hint !== '') lines.push(hint + stop.trimEnd())
  return titleOf(column, language) + colon + lines.join(language === 'zh-CN' ? '' : ' ')
}

/** The same for all rows that it is of: whose name is taken is left out. */
export function faultReason(refusal: Refusal, language: Language): string {
  if (refusal.errorName !== 'name_taken') return faultText(refusal, language)
  const [title] = COLUMNS.filter(({ key }) => key === 'accountName').map((column) =>
    titleOf(column, language),
  )
  return language === 'zh-CN' ? `${title}：已有人使用。` : `${title}: Already in use.`
}

function what(refusal: Refusal, language: Language): string {
  const { errorName: refused, details } = refusal
  const zh = language === 'zh-CN'
  if (refused === 'name_taken')
    return zh
      ? `“${details.name}”已被使用，请换一个。`
      : `“${details.name}” is already in use. Choose another.`
  if (refused !== 'bad_field') return errorMessageOf(refusal, language).errmsg
  if (typeof details.value === 'string')
    return zh ? `“${details.value}”不存在。` : `“${details.value}” doesn’t exist.`
  return reasonText(details.reason as BadFieldReason, language)
}

function allowed({ details }: Refusal, column: (typeof COLUMNS)[number], language: Language): string {
  const zh = language === 'zh-CN'
  if (Array.isArray(details.names))
    return zh ? `可填：${details.names.join('、')}` : `Use one of: ${details.names.join(', ')}`
  if (details.bounded) return zh ? '只能填你管理的部门' : 'Use a department you manage'
  // The rule of accounts says so itself.
  return details.reason === 'account_name' ? '' : hintOf(column, language)
}
