import type { DownloadDecision, DownloadWarning } from '@clouddisk/client/downloads/check'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { formatSize } from '@clouddisk/contract/format'
import { t } from '../lib/download-strings.ts'
import { plural, texts } from '../lib/i18n.ts'
import type { ConfirmOptions } from '../ui/overlay-props.ts'

/** How visitors download what they chose, and what they are asked before. Pure. */

const own = texts('visitor-download', {
  manyAsZip: [
    '共 {{count}} 个文件（{{size}}），打包成一个 ZIP 下载。',
    plural('{{count}} file ({{size}}) in one ZIP.', '{{count}} files ({{size}}) in one ZIP.'),
  ],
  foldersAsZip: [
    '网页不能直接下载文件夹，ZIP 会保留文件夹结构。共 {{count}} 个文件（{{size}}），打包成一个 ZIP 下载。',
    plural(
      'The browser can’t download folders. {{count}} file ({{size}}) comes in one ZIP with its folders.',
      'The browser can’t download folders. {{count}} files ({{size}}) come in one ZIP with their folders.',
    ),
  ],
})

export type DownloadPlan =
  | { readonly kind: 'refused'; readonly question: ConfirmOptions }
  /** One after the other. */
  | {
      readonly kind: 'files'
      readonly files: readonly DownloadItem[]
      readonly question?: ConfirmOptions
    }
  | ArchivePlan

interface ArchivePlan {
  readonly kind: 'archive'
  readonly items: readonly DownloadItem[]
  readonly hasFolders: boolean
  /** Files over 80 GB, which browsers do not get. */
  readonly skipped: readonly DownloadItem[]
}

/**
 * Refusals come first, then the question about folders or skipped files, then the one about many (C8).
 * @param zip whether the server offers ZIPs.
 */
export function planDownload({ files, warnings, confirm }: DownloadDecision, zip: boolean): DownloadPlan {
  const tooMuch = find(warnings, 'downloadTooMuch')
  if (tooMuch)
    return refused(
      t('downloadTooMuchTitle'),
      t('downloadTooMuch', { limit: tooMuch.limit, count: tooMuch.count }),
    )
  const skipped = find(warnings, 'moreThan80GB')?.items ?? []
  const folders = warnings.find((one) => 'offerArchive' in one)?.items ?? []
  if (zip && (folders.length > 0 || files.length > 1))
    return { kind: 'archive', items: [...folders, ...files], hasFolders: folders.length > 0, skipped }
  const question = skippedQuestion(folders, skipped)
  if (question && files.length === 0) return { kind: 'refused', question: { ...question, cancelText: null } }
  if (question)
    return {
      kind: 'files',
      files,
      question: { ...question, confirmText: t('downloadRest', { count: files.length }) },
    }
  if (!confirm) return { kind: 'files', files }
  return { kind: 'files', files, question: manyQuestion(confirm.count, t('manyDownloads')) }
}

/** Undefined where the ZIP begins at once: a few files and nothing skipped. */
export function archiveQuestion(
  { hasFolders, skipped }: Pick<ArchivePlan, 'hasFolders' | 'skipped'>,
  { fileCount, fileSize }: { readonly fileCount: number; readonly fileSize: number },
  many: number,
): ConfirmOptions | undefined {
  if (!hasFolders && skipped.length === 0 && fileCount <= many) return undefined
  const extent = own('manyAsZip', { count: fileCount, size: formatSize(fileSize) })
  const title = fileCount > many ? t('manyDownloadsTitle', { count: fileCount }) : t('folderAsZipTitle')
  const text = hasFolders ? own('foldersAsZip', { count: fileCount, size: formatSize(fileSize) }) : extent
  return {
    type: skipped.length > 0 ? 'warning' : 'info',
    title,
    text: skipped.length > 0 ? `${text} ${t('moreThan80GB')}` : text,
    confirmText: t('downloadZip'),
    ...listOf(skipped),
  }
}

const manyQuestion = (count: number, text: string): ConfirmOptions => ({
  type: 'info',
  title: t('manyDownloadsTitle', { count }),
  text,
  confirmText: t('oneByOne'),
})

function skippedQuestion(
  folders: readonly DownloadItem[],
  skipped: readonly DownloadItem[],
): ConfirmOptions | undefined {
  if (folders.length > 0)
    return {
      type: 'warning',
      title: t('folderNotSupportTitle'),
      text: t('folderNotSupport'),
      ...listOf(skipped),
    }
  if (skipped.length === 0) return undefined
  const title = t('moreThan80GBTitle', { count: skipped.length })
  return { type: 'warning', title, text: t('moreThan80GB'), ...listOf(skipped) }
}

const listOf = (items: readonly DownloadItem[]): Pick<ConfirmOptions, 'list'> =>
  items.length === 0
    ? {}
    : {
        list: items.map(({ instanceName, fileSize }) => ({
          label: instanceName,
          value: formatSize(fileSize),
        })),
      }

const refused = (title: string, text: string): DownloadPlan => ({
  kind: 'refused',
  question: { type: 'warning', title, text, cancelText: null },
})

const find = <K extends DownloadWarning['kind']>(warnings: readonly DownloadWarning[], kind: K) =>
  warnings.find((one): one is Extract<DownloadWarning, { kind: K }> => one.kind === kind)
