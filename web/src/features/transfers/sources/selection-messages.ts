import type {
  QueueOverflow,
  SelectionPrompt,
  SelectionPromptReason,
  SelectionRefusal,
  SkippedFile,
} from '@clouddisk/client/uploads/check-selection'
import { formatLimit, formatSize } from '@clouddisk/contract/format'
import { nameReasonText } from '@clouddisk/contract/name-reasons'
import { language } from '../../../lib/i18n.ts'
import { limits } from '../../../lib/limits.ts'
import type { ConfirmOptions } from '../../../ui/overlay-props.ts'
import { clientLink } from '../local-helper/client-link.tsx'
import type { ClientOffer } from '../local-helper/offer.ts'
import { t as c } from '../local-helper/strings.ts'
import { t } from '../question-strings.ts'
import type { SizedFile } from './gather.ts'

/** The question about a selection, from the decision of select.ts (A§5, C8, DESIGN.md section 5). */

type SkippedFiles = readonly SkippedFile<SizedFile>[]

export function refusalMessage(
  refusal: SelectionRefusal,
  skipped: SkippedFiles,
  unreadable: readonly string[],
): ConfirmOptions {
  const only = { type: 'warning', cancelText: null } as const
  switch (refusal.reason) {
    case 'limit60GB':
      return {
        ...only,
        title: t('limit60GBTitle'),
        text: t('limit60GB', { limit: formatSize(refusal.limit), total: formatSize(refusal.total) }),
      }
    default:
      return {
        ...only,
        title: t('nothingLeft'),
        text: skipped.length === 1 && skipped[0] ? nothingLeftText(skipped[0]) : t('nothingLeftText'),
        list: skippedLines(skipped, unreadable),
      }
  }
}

function tooManyText({ limit, queued }: QueueOverflow, count: number): string {
  return queued > 0 && count <= limit
    ? t('tooManyQueued', { limit, queued, count })
    : t('tooMany', { limit, count })
}

/** What the question before queueing says of the desktop client, and its answers (R124, R125, R128). */
function clientWords({ url }: ClientOffer, continueText: string) {
  return {
    details: clientLink(url),
    confirmText: c('useForUpload'),
    otherText: continueText,
  }
}

/**
 * The question before queueing; undefined if none is needed.
 * @param offer if the desktop client may take the files: `confirm` then means the client, and `other` the browser.
 */
export function promptMessage(
  prompt: SelectionPrompt | null,
  files: readonly SizedFile[],
  skipped: SkippedFiles,
  unreadable: readonly string[],
  offer?: ClientOffer,
): ConfirmOptions | undefined {
  const left = skippedLines(skipped, unreadable)
  if (!prompt)
    return left.length > 0
      ? skippedQuestion(files.length, skipped.length + unreadable.length, left)
      : undefined
  const [first = 'manyFiles'] = prompt.reasons
  const lines = [...prompt.reasons.map((reason) => reasonLine(reason, prompt, files)), keepOpen(prompt)]
  if (offer) lines.push(c('uploadHint'))
  if (left.length > 0) lines.push(t('skippedText'))
  const continueText = prompt.tooMany ? t('tooManyConfirm') : t('continueWeb')
  return {
    type: 'info',
    title: promptTitle(first, prompt),
    text: lines.join(language === 'zh-CN' ? '' : ' '),
    list: left,
    ...(offer ? clientWords(offer, continueText) : { confirmText: continueText }),
  }
}

const keepOpen = ({ tooMany }: SelectionPrompt): string => t(tooMany ? 'keepOpenBatches' : 'keepOpenText')

const skippedQuestion = (count: number, out: number, left: Lines): ConfirmOptions => ({
  type: 'warning',
  title: t('skippedTitle', { count: out }),
  text: t('skippedText'),
  list: left,
  confirmText: t('continueRest', { count }),
})

function promptTitle(reason: SelectionPromptReason, { count, total }: SelectionPrompt): string {
  if (reason === 'tooMany') return t('tooManyTitle')
  if (reason === 'manyFiles') return t('manyFilesTitle', { count })
  return reason === 'totalSize' ? t('totalSizeTitle', { total: formatSize(total) }) : t('largeFileTitle')
}

function reasonLine(
  reason: SelectionPromptReason,
  prompt: SelectionPrompt,
  files: readonly SizedFile[],
): string {
  if (reason === 'tooMany') return prompt.tooMany ? tooManyText(prompt.tooMany, prompt.count) : ''
  if (reason === 'manyFiles') return t('manyFilesText', { total: formatSize(prompt.total) })
  if (reason === 'totalSize') return t('totalSizeText')
  const [name = ''] = prompt.largeFiles
  if (prompt.largeFiles.length > 1) return t('largeFilesText', { name, count: prompt.largeFiles.length })
  return t('largeFileText', { name, size: formatSize(files.find((file) => file.name === name)?.size) })
}

type Lines = { label: string; value: string }[]
/** Maximum number of names shown. */
const LINES = 100

function skippedLines(skipped: SkippedFiles, unreadable: readonly string[]): Lines {
  const lines = [
    ...skipped.map((one) => ({ label: one.piece ?? one.file.name, value: skipText(one) })),
    ...unreadable.map((path) => ({ label: path, value: t('skipUnreadable') })),
  ]
  const more = lines.length - LINES
  return more > 0
    ? [...lines.slice(0, LINES), { label: t('moreSkipped', { count: more }), value: '' }]
    : lines
}

function nothingLeftText({ reason }: SkippedFile<SizedFile>): string {
  if (reason === 'over80GB') return t('over80GB', largest())
  return t(reason === 'kind' ? 'refusedKind' : 'nothingLeftText')
}

function skipText({ reason, fault }: SkippedFile<SizedFile>): string {
  if (reason === 'empty') return t('skipEmpty')
  if (reason === 'over80GB') return t('skipOver80GB', largest())
  if (reason === 'kind') return t('skipKind')
  return fault ? nameReasonText(fault, language) : ''
}

const largest = () => ({ limit: formatLimit(limits().fileBytesMax) })
