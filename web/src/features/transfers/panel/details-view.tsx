import {
  isHashing,
  targetPathOf,
  type UploadError,
  type UploadItem,
  waitsForSpace,
} from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatDuration, formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { Copy } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { errorLine, percentOf, sizeProgress, transferErrorMessage } from '../messages.ts'
import { t as q } from '../question-strings.ts'
import { t } from '../strings.ts'
import { type DetailLine, DetailsFrame } from './details-frame.tsx'
import { itemDisplay } from './row-display.ts'

interface DetailsViewProps {
  items: readonly UploadItem[]
  onBack: () => void
}

export const DetailsView = ({ items, onBack }: DetailsViewProps): ReactElement => (
  <DetailsFrame items={items} nameOf={({ name }) => name} linesOf={linesOf} onBack={onBack} />
)

function linesOf(item: UploadItem): DetailLine[] {
  const { uploadInfo, error } = item
  const code = error ? transferErrorMessage(error, item).code : null
  return [
    [t('status'), statusText(item)],
    [t('error'), error && errorDetails(item, error)],
    [t('errorCode'), copyable(t('errorCode'), code)],
    [t('trace'), copyable(t('trace'), error?.traceId)],
    [t('sent'), `${sizeProgress(uploadInfo.currentSize, item.fileSize)} · ${percentOf(item.percentage)}`],
    [t('speed'), uploadInfo.speed > 0 ? t('rate', { rate: formatSizeFromKb(uploadInfo.speed) }) : null],
    [t('timeLeft'), uploadInfo.left ? formatDuration(Math.ceil(uploadInfo.left), language) : null],
    [t('parts'), partText(item)],
    [t('target'), targetPathOf(item).replaceAll('/', ' / ')],
    [t('onConflict'), CONFLICTS[item.conflict]()],
    [t('resumable'), item.objectKey !== null ? formatFullDateTime(item.resumableUntil) : null],
    [t('modified'), formatFullDateTime(dateOf(item.lastModified))],
    [t('added'), formatFullDateTime(dateOf(item.addedAt))],
    ['SHA-256', hashText(item, item.sha256)],
    ['MD5', hashText(item, item.fMd5)],
  ]
}

const errorDetails = (item: UploadItem, error: UploadError): ReactElement => (
  <span className={waitsForSpace(item) ? 'text-warn' : 'text-danger'}>{errorLine(error, item)}</span>
)

const copyable = (what: string, text: string | null | undefined): ReactElement | null =>
  text ? <CopyableText what={what} text={text} /> : null

const dateOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null)

const CONFLICTS: Record<UploadItem['conflict'], () => string> = {
  keepBoth: () => q('keepBoth'),
  newVersion: () => q('newVersion'),
  skip: () => q('skip'),
  fail: () => t('conflictAsk'),
}

function statusText(item: UploadItem): string {
  if (item.status === 'uploading') return t('uploading')
  const { head, caption, error } = itemDisplay(item, null)
  return error || item.status === 'ready' ? head : caption
}

function partText(item: UploadItem): string | null {
  if (item.partCount === 0) return null
  if (item.partCount === 1) return t('onePart')
  return t('partsOf', { done: item.iMaxSuccessNum, count: item.partCount, size: formatSize(item.partSize) })
}

function hashText(item: UploadItem, hash: string | null): ReactNode {
  if (hash !== null) return copyable(hash.length > 32 ? 'SHA-256' : 'MD5', hash)
  return isHashing(item) ? t('hashing', { percent: Math.floor(item.checkProcess) }) : t('notYet')
}

/** A long text with a copy button. */
function CopyableText({ what, text }: { what: string; text: string }): ReactElement {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.ok(t('copied'))
  }
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 font-mono text-caption leading-5 break-all">{text}</span>
      {navigator.clipboard && (
        <IconButton
          size="small"
          icon={Copy}
          label={t('copy', { what })}
          className="-my-1"
          onClick={() => void copy()}
        />
      )}
    </span>
  )
}
