import type { DownloadDecision, DownloadWarning } from '@clouddisk/client/downloads/check'
import type { DownloadError } from '@clouddisk/client/downloads/state'
import { formatSize } from '@clouddisk/contract/format'
import { t as q } from '../../../lib/download-strings.ts'
import { language } from '../../../lib/i18n.ts'
import type { Preferences } from '../../../lib/preferences.ts'
import type { ConfirmAnswer, ConfirmOptions } from '../../../ui/overlay-props.ts'
import { clientLink } from '../local-helper/client-link.tsx'
import { t as c } from '../local-helper/strings.ts'
import { t } from '../strings.ts'

/** The question about a download, from the decision of check.ts. */

export type DownloadMode = 'files' | 'zip' | 'client' | 'none'

/** The dialog and the download mode of each answer; other answers download nothing. */
export type DownloadQuestion = { readonly options: ConfirmOptions } & Partial<
  Record<ConfirmAnswer, DownloadMode>
>

/** The mode that the person has set for several files; undefined where it is not up to that, or something is to be said first. */
export function modeAsSet(
  { files, warnings }: DownloadDecision,
  as: Preferences['downloadAs'],
  zip: boolean,
): DownloadMode | undefined {
  const onlyFolders = warnings.every((one) => 'offerArchive' in one)
  if (as === 'zip' && zip && onlyFolders && files.length + warnings.length > 1) return 'zip'
  return as === 'files' && warnings.length === 0 && files.length > 1 ? 'files' : undefined
}

/**
 * @param many asks if there are more files than this.
 * @param zip whether a ZIP is allowed.
 * @param client if the desktop client may do it.
 */
export function downloadQuestion(
  decision: DownloadDecision,
  many: number,
  zip: boolean,
  client?: ClientChoice,
): DownloadQuestion | undefined {
  const question = browserQuestion(decision, many, zip)
  const isOnlyRefusal = question !== undefined && !decision.warnings.some((one) => 'offerArchive' in one)
  const isMany = decision.files.length > many
  if (!client || (isOnlyRefusal && !isMany)) return question
  if (question) return withClient(question, client)
  const total = decision.files.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return client.tipBytes !== null && total >= client.tipBytes ? sizeQuestion(total, client) : undefined
}

/** What the question says of the desktop client. */
export interface ClientChoice {
  /** Where it can be downloaded; null if the server has none. */
  readonly url: string | null
  /** Asks from this size on; null if that was said in this session (R125). */
  readonly tipBytes: number | null
}

/** The client first, then the browser’s way; the browser’s second way where cancelling would be the third answer. */
function withClient(question: DownloadQuestion, { url }: ClientChoice): DownloadQuestion {
  const { options, confirm, cancel } = question
  const text = [options.text, c('downloadHint')].filter(Boolean).join(language === 'zh-CN' ? '' : ' ')
  return {
    options: {
      ...options,
      text,
      details: clientLink(url),
      otherText: confirm && options.confirmText,
      confirmText: c('useForDownload'),
      // Without another way there was one button, which closed the question.
      cancelText: options.cancelText === null ? undefined : options.cancelText,
    },
    confirm: 'client',
    ...(confirm && { other: confirm }),
    ...(cancel && { cancel }),
  }
}

const sizeQuestion = (total: number, client: ClientChoice): DownloadQuestion =>
  withClient(
    {
      options: {
        type: 'info',
        title: c('bigDownloadTitle', { total: formatSize(total) }),
        text: c('bigDownloadText'),
        confirmText: c('inBrowser'),
      },
      confirm: 'files',
    },
    client,
  )

function browserQuestion(
  { files, warnings }: DownloadDecision,
  many: number,
  zip: boolean,
): DownloadQuestion | undefined {
  const tooMuch = find(warnings, 'downloadTooMuch')
  if (tooMuch)
    return refusal(
      q('downloadTooMuchTitle'),
      q('downloadTooMuch', { limit: tooMuch.limit, count: tooMuch.count }),
    )
  const over = find(warnings, 'moreThan80GB')
  const list = over?.items.map(({ instanceName, fileSize }) => ({
    label: instanceName,
    value: formatSize(fileSize),
  }))
  const left = list ? { list } : {}
  const folder = warnings.find((one) => 'offerArchive' in one)
  if (folder) return folderQuestion(folder.offerArchive, files.length, left)
  if (files.length > many) return manyQuestion(files.length, zip, left)
  if (!list) return undefined
  const title = q('moreThan80GBTitle', { count: list.length })
  return restQuestion({ type: 'warning', title, text: q('moreThan80GB'), ...left }, files.length)
}

/** Asks whether to download the other files; without any it only informs. */
const restQuestion = (options: ConfirmOptions, files: number): DownloadQuestion =>
  files === 0
    ? { options: { ...options, cancelText: null } }
    : { options: { ...options, confirmText: q('downloadRest', { count: files }) }, confirm: 'files' }

type SkippedList = Pick<ConfirmOptions, 'list'>

function folderQuestion(zip: boolean, files: number, left: SkippedList): DownloadQuestion {
  if (!zip) {
    const title = q('folderNotSupportTitle')
    return restQuestion({ type: 'warning', title, text: q('folderNotSupport'), ...left }, files)
  }
  return {
    options: {
      type: 'info',
      title: q('folderAsZipTitle'),
      text: q('folderAsZip'),
      confirmText: q('downloadZip'),
      ...left,
    },
    confirm: 'zip',
  }
}

function manyQuestion(count: number, zip: boolean, left: SkippedList): DownloadQuestion {
  const shared = { type: 'info' as const, title: q('manyDownloadsTitle', { count }), ...left }
  const oneByOne = q('oneByOne')
  if (!zip)
    return { options: { ...shared, text: q('manyDownloads'), confirmText: oneByOne }, confirm: 'files' }
  const options = { text: q('manyDownloadsZip'), confirmText: q('downloadZip'), cancelText: oneByOne }
  return { options: { ...shared, ...options }, confirm: 'zip', cancel: 'files' }
}

const refusal = (title: string, text: string): DownloadQuestion => ({
  options: { type: 'warning', title, text, cancelText: null },
})

const find = <K extends DownloadWarning['kind']>(warnings: readonly DownloadWarning[], kind: K) =>
  warnings.find((one): one is Extract<DownloadWarning, { kind: K }> => one.kind === kind)

/** Why a download did not start (R234): the server's message, else a network error. */
export const downloadErrorText = (error: DownloadError): string =>
  error.message || (error.errcode === null ? t('networkError') : t('downloadBroken'))
