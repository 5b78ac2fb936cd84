import { lengthOf } from '@clouddisk/contract/names'
import {
  NOTICE_TITLE_MAX,
  POLICY_TEXT_MAX,
  type PolicyKind,
  type publishPolicy,
  type queryPolicyVersion,
} from '@clouddisk/contract/policies'
import type { Input, Reply } from '@clouddisk/contract/route'
import { errorMessage } from '../../../lib/api.ts'
import { refusedFieldOf } from '../../../lib/bad-field.ts'
import { formatDayInput, parseDay } from '../../../ui/date-field.tsx'
import type { FormErrors } from '../../../ui/use-form.ts'
import { t } from './strings.ts'

/** What is typed to be published, and what is wrong with it. */

export interface PolicyValues {
  readonly titleZh: string
  readonly textZh: string
  readonly titleEn: string
  readonly textEn: string
  /** Of a notice: `2027-06-30`; empty for no end. */
  readonly endDay: string
}

/** The values of a version to begin with; of a notice without its end, which may have passed. */
export const policyValues = (version: Reply<typeof queryPolicyVersion> | undefined): PolicyValues => ({
  titleZh: version?.titleZh ?? '',
  textZh: version?.textZh ?? '',
  titleEn: version?.titleEn ?? '',
  textEn: version?.textEn ?? '',
  endDay: '',
})

export const policyErrors =
  (kind: PolicyKind) =>
  (values: PolicyValues): FormErrors<PolicyValues> =>
    kind === 'publicNotice'
      ? { ...noticeErrors(values), endDay: dayError(values.endDay) }
      : { textZh: textError(values.textZh, true), textEn: textError(values.textEn, true) }

/** One language is enough; a title has a text and a text a title. */
function noticeErrors({ titleZh, textZh, titleEn, textEn }: PolicyValues): FormErrors<PolicyValues> {
  const english = isWritten(titleEn) || isWritten(textEn)
  const chinese = isWritten(titleZh) || isWritten(textZh) || !english
  return {
    titleZh: titleError(titleZh, chinese),
    textZh: textError(textZh, chinese),
    titleEn: titleError(titleEn, english),
    textEn: textError(textEn, english),
  }
}

const isWritten = (text: string): boolean => text.trim() !== ''

const titleError = (title: string, needed: boolean): string | undefined =>
  lengthOf(title.trim()) > NOTICE_TITLE_MAX
    ? t('titleTooLong', { max: NOTICE_TITLE_MAX })
    : needed && !isWritten(title)
      ? t('missing')
      : undefined

function textError(text: string, needed: boolean): string | undefined {
  const bytes = new TextEncoder().encode(text.trim()).length
  if (bytes > POLICY_TEXT_MAX) return t('tooLong', { size: Math.ceil(bytes / 1024) })
  return needed && !isWritten(text) ? t('missing') : undefined
}

function dayError(text: string): string | undefined {
  if (!isWritten(text)) return undefined
  const day = parseDay(text)
  return day && formatDayInput(day) >= formatDayInput(new Date()) ? undefined : t('badDay')
}

/** What the server says of a value, beside its field. */
export function refusedValues(error: unknown): FormErrors<PolicyValues> | undefined {
  const field = refusedFieldOf(error, ['titleZh', 'textZh', 'titleEn', 'textEn', 'endTime'])
  if (field === 'endTime') return { endDay: t('badDay') }
  return field && { [field]: errorMessage(error) }
}

export function publishInput(kind: PolicyKind, values: PolicyValues): Input<typeof publishPolicy> {
  const { textZh, textEn, titleZh, titleEn } = values
  if (kind !== 'publicNotice') return { kind, textZh, textEn }
  const day = parseDay(values.endDay)
  // To the end of that day.
  day?.setHours(23, 59, 59)
  return { kind, titleZh, textZh, titleEn, textEn, ...(day && { endTime: day.toISOString() }) }
}
