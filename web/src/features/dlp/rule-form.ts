import { ApiError } from '@clouddisk/client/http/errors'
import {
  DLP_KINDS_WITH_TERMS,
  DLP_NAME_MAX,
  DLP_PATTERN_LENGTH_MAX,
  DLP_TERM_LENGTH_MAX,
  DLP_TERMS_MAX,
  DLP_THRESHOLD_MAX,
  type DlpPlace,
  type DlpRule,
  type saveDlpRule,
} from '@clouddisk/contract/dlp'
import type { Input } from '@clouddisk/contract/route'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** A rule as its form has it. */

export interface RuleValues {
  name: string
  kind: DlpRule['kind']
  /** One a line. */
  terms: string
  pattern: string
  threshold: string
  level: DlpRule['level']
  action: DlpRule['action']
  places: readonly DlpPlace[]
  enabled: boolean
}

export const ruleValues = (rule: DlpRule | undefined): RuleValues => ({
  name: rule?.name ?? '',
  kind: rule?.kind ?? 'words',
  terms: rule?.terms.join('\n') ?? '',
  pattern: rule?.pattern ?? '',
  threshold: String(rule?.threshold ?? 1),
  level: rule?.level ?? 'medium',
  action: rule?.action ?? 'review',
  places: rule?.places ?? [],
  enabled: rule?.enabled ?? true,
})

export const hasTerms = (kind: DlpRule['kind']): boolean => DLP_KINDS_WITH_TERMS.includes(kind)

const termsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const ruleErrors = ({
  name,
  kind,
  terms,
  pattern,
  threshold,
}: RuleValues): FormErrors<RuleValues> => ({
  name: nameError(name.trim()),
  ...(hasTerms(kind) && { terms: termsError(termsOf(terms)) }),
  ...(kind === 'pattern' && { pattern: patternError(pattern) }),
  threshold:
    /^\d{1,4}$/.test(threshold.trim()) && Number(threshold) >= 1 && Number(threshold) <= DLP_THRESHOLD_MAX
      ? undefined
      : t('outOfRange', { min: 1, max: DLP_THRESHOLD_MAX }),
})

function nameError(name: string): string | undefined {
  if (name === '') return t('nameMissing')
  return [...name].length > DLP_NAME_MAX ? t('nameTooLong', { max: DLP_NAME_MAX }) : undefined
}

function termsError(terms: readonly string[]): string | undefined {
  if (terms.length === 0) return t('termsMissing')
  if (terms.length > DLP_TERMS_MAX) return t('termsTooMany', { max: DLP_TERMS_MAX })
  return terms.some((term) => [...term].length > DLP_TERM_LENGTH_MAX)
    ? t('termTooLong', { max: DLP_TERM_LENGTH_MAX })
    : undefined
}

function patternError(pattern: string): string | undefined {
  if (pattern === '') return t('patternMissing')
  return [...pattern].length > DLP_PATTERN_LENGTH_MAX
    ? t('patternTooLong', { max: DLP_PATTERN_LENGTH_MAX })
    : undefined
}

export const ruleInput = (values: RuleValues): Omit<Input<typeof saveDlpRule>, 'ruleId'> => ({
  name: values.name.trim(),
  kind: values.kind,
  level: values.level,
  action: values.action,
  places: [...values.places],
  enabled: values.enabled,
  threshold: Number(values.threshold),
  ...(hasTerms(values.kind) && { terms: termsOf(values.terms) }),
  ...(values.kind === 'pattern' && { pattern: values.pattern }),
})

/** The field that a refusal is about. */
export function refusedField(error: unknown): 'name' | 'terms' | 'pattern' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'name_taken') return 'name'
  const { field } = error.details
  return field === 'name' || field === 'terms' || field === 'pattern' ? field : undefined
}
