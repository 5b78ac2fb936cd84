import {
  type FolderGroup,
  isHashing,
  placeOf,
  type UploadError,
  type UploadItem,
  waitsForRoom,
} from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatDuration, formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { splitName } from '@clouddisk/contract/names'
import { ArrowLeft, ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { t as q } from '../question-strings.ts'
import { t } from '../strings.ts'
import { errorLine, percentOf, sizeProgress } from '../words.ts'
import { lookOfItem } from './row-look.ts'
import { Strip } from './toolbar.tsx'

export interface DetailsViewProps {
  items: readonly UploadItem[]
  groups: readonly FolderGroup[]
  onBack: () => void
}

/** Everything there is to know of an upload, in the panel's own place. */
export function DetailsView({ items, onBack }: DetailsViewProps): ReactElement {
  const [place, setPlace] = useState(0)
  const index = Math.min(place, items.length - 1)
  const item = items[index]
  return (
    <>
      <Strip label={t('details')}>
        <Button
          variant="bare"
          size="small"
          icon={ArrowLeft}
          onClick={onBack}
          className="-ml-1.5 !font-normal"
        >
          {t('back')}
        </Button>
        {items.length > 1 && (
          <span className="tabular ml-auto flex items-center gap-1 text-secondary text-mut">
            <IconButton
              size="small"
              icon={ChevronLeft}
              label={t('previous')}
              disabled={index === 0}
              onClick={() => setPlace(index - 1)}
            />
            {t('ofSelected', { index: index + 1, count: items.length })}
            <IconButton
              size="small"
              icon={ChevronRight}
              label={t('next')}
              disabled={index === items.length - 1}
              onClick={() => setPlace(index + 1)}
            />
          </span>
        )}
      </Strip>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2">
        {item && <Details item={item} />}
      </div>
    </>
  )
}

function Details({ item }: { item: UploadItem }): ReactElement {
  return (
    <>
      <h3 className="flex items-center gap-3 text-section font-semibold">
        <FileIcon ext={splitName(item.name).ext} size={30} />
        <FileName name={item.name} />
      </h3>
      <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-secondary">
        {linesOf(item).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-mut">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type Line = [label: string, value: ReactNode]
const line = (label: string, value: ReactNode | null): Line[] => (value === null ? [] : [[label, value]])

function linesOf(item: UploadItem): Line[] {
  const { uploadInfo, error } = item
  return [
    ...line(t('status'), statusWords(item)),
    ...line(t('error'), error && <Broken item={item} error={error} />),
    ...line(t('trace'), error?.traceId ? <Copied what={t('trace')} text={error.traceId} /> : null),
    ...line(
      t('sent'),
      `${sizeProgress(uploadInfo.currentSize, item.fileSize)} · ${percentOf(item.percentage)}`,
    ),
    ...line(
      t('speed'),
      uploadInfo.speed > 0 ? t('rate', { rate: formatSizeFromKb(uploadInfo.speed) }) : null,
    ),
    ...line(t('timeLeft'), uploadInfo.left ? formatDuration(Math.ceil(uploadInfo.left), language) : null),
    ...line(t('parts'), partWords(item)),
    ...line(t('target'), placeOf(item).replaceAll('/', ' / ')),
    ...line(t('namesake'), CONFLICTS[item.conflict]()),
    ...line(t('resumable'), item.objectKey !== null ? formatFullDateTime(item.resumableUntil) : null),
    ...line(t('modified'), formatFullDateTime(dateOf(item.lastModified))),
    ...line(t('added'), formatFullDateTime(dateOf(item.addedAt))),
    ['SHA-256', hashWords(item, item.sha256)],
    ['MD5', hashWords(item, item.fMd5)],
  ]
}

const Broken = ({ item, error }: { item: UploadItem; error: UploadError }): ReactElement => (
  <span className={waitsForRoom(item) ? 'text-warn' : 'text-danger'}>{errorLine(error, item)}</span>
)

const dateOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null)

const CONFLICTS: Record<UploadItem['conflict'], () => string> = {
  keepBoth: () => q('keepBoth'),
  newVersion: () => q('newVersion'),
  skip: () => q('skip'),
  fail: () => t('conflictAsk'),
}

function statusWords(item: UploadItem): string {
  if (item.status === 'uploading') return t('uploading')
  const { head, caption, error } = lookOfItem(item, null)
  return error || item.status === 'ready' ? head : caption
}

function partWords(item: UploadItem): string | null {
  if (item.partCount === 0) return null
  if (item.partCount === 1) return t('onePart')
  return t('partsOf', { done: item.iMaxSuccessNum, count: item.partCount, size: formatSize(item.partSize) })
}

function hashWords(item: UploadItem, hash: string | null): ReactNode {
  if (hash !== null) return <Copied what={hash.length > 32 ? 'SHA-256' : 'MD5'} text={hash} />
  return isHashing(item) ? t('hashing', { percent: Math.floor(item.checkProcess) }) : t('notYet')
}

/** A text too long to type off. */
function Copied({ what, text }: { what: string; text: string }): ReactElement {
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
