import { type Instance, type InstanceDetail, queryInstanceDetail } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Copy, History, MousePointerClick, Scale, X } from 'lucide-react'
import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { useMediaQuery, usePhone } from '../../lib/media-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { t as classification } from '../../ui/classification-words.ts'
import { BottomSheet } from '../../ui/drawer.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx'
import { toast } from '../../ui/toast.tsx'
import { ClassificationFact } from './classification-fact.tsx'
import { fileTypeLabel, isFolder, shareMark } from './columns.tsx'
import { foldersAndFiles } from './counts.ts'
import { t as details } from './details-strings.ts'
import { DetailsTabs } from './details-tabs.tsx'
import { t as changing } from './mutation-strings.ts'
import { t } from './strings.ts'

export interface DetailsPanelProps {
  items: readonly Instance[]
  count: number
  /** The tab that is shown first. */
  tab?: string | undefined
  onClose: () => void
}

const detailQuery = (instanceId: string) =>
  queryOptions({
    queryKey: queryKeys.detail(instanceId),
    queryFn: ({ signal }) => call(queryInstanceDetail, { instanceId }, { signal }),
  })

/** Details of the selection: beside the list, over it below 1280 px, a bottom sheet on phones. */
export function DetailsPanel({
  items,
  count,
  tab: first = 'details',
  onClose,
}: DetailsPanelProps): ReactElement {
  const phone = usePhone()
  const wide = useMediaQuery('(width >= 1280px)')
  const [only] = items
  // Kept while other items are selected.
  const [tab, setTab] = useState(first)
  const content =
    count === 1 && only ? (
      <One item={only} onClose={onClose} closable={!phone} tab={tab} onTab={setTab} />
    ) : (
      <Several items={items} count={count} onClose={onClose} />
    )
  if (phone) {
    return (
      <BottomSheet open={count > 0} onOpenChange={(open) => !open && onClose()} label={t('details')}>
        {content}
      </BottomSheet>
    )
  }
  return (
    <aside
      aria-label={t('details')}
      className={
        wide
          ? 'flex w-[336px] shrink-0 flex-col border-l border-line bg-bg'
          : 'absolute inset-y-0 right-0 z-30 flex w-[336px] flex-col border-l border-line bg-bg shadow-3'
      }
    >
      {content}
    </aside>
  )
}

function Head(props: {
  icon?: ReactNode
  title: ReactNode
  sub?: ReactNode
  onClose?: (() => void) | undefined
}): ReactElement {
  const { icon, title, sub, onClose } = props
  return (
    <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-2.5">
      {icon}
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 text-section font-semibold break-all">{title}</h2>
        {sub && <p className="tabular text-caption text-mut">{sub}</p>}
      </div>
      {onClose && <IconButton icon={X} label={details('close')} onClick={onClose} className="-mr-2" />}
    </div>
  )
}

function Several({ items, count, onClose }: DetailsPanelProps): ReactElement {
  if (count === 0) {
    return (
      <>
        <Head title={t('details')} onClose={onClose} />
        <p className="flex flex-1 flex-col items-center justify-center gap-3 px-8 pb-24 text-center text-secondary text-mut">
          <MousePointerClick size={28} aria-hidden />
          {details('panelEmpty')}
        </p>
      </>
    )
  }
  const complete = items.length === count
  const folders = items.filter(isFolder).length
  return (
    <>
      <Head title={details('panelMany', { count })} onClose={onClose} />
      {complete && (
        <Section title={details('basics')}>
          <Fact label={details('contains')}>{foldersAndFiles(folders, count - folders)}</Fact>
          <Fact label={details('totalSize')}>
            {formatSize(items.reduce((sum, item) => sum + item.fileSize, 0))}
          </Fact>
          <SizeButton items={items} />
        </Section>
      )}
    </>
  )
}

interface OneProps {
  item: Instance
  onClose: () => void
  closable: boolean
  tab: string
  onTab: (tab: string) => void
}

function One({ item, onClose, closable, tab, onTab }: OneProps): ReactElement {
  const query = useQuery(detailQuery(item.instanceId))
  const detail = query.data
  const size = isFolder(item) ? (detail?.totalSize ?? item.fileSize) : item.fileSize
  return (
    <>
      <Head
        icon={<FileIcon ext={item.fileType} folder={isFolder(item)} mark={shareMark(item)} size={32} />}
        title={item.instanceName}
        sub={`${fileTypeLabel(item)} · ${formatSize(size)}`}
        onClose={closable ? onClose : undefined}
      />
      <DetailsTabs item={item} commentCount={detail?.commentCount} tab={tab} onTab={onTab}>
        <Properties item={item} query={query} />
      </DetailsTabs>
    </>
  )
}

function Properties(props: { item: Instance; query: UseQueryResult<InstanceDetail> }): ReactElement {
  const { item, query } = props
  const privileges = useExtension('privileges')
  const links = useExtension('links')
  const labels = useExtension('labels')
  const detail = query.data
  const size = isFolder(item) ? (detail?.totalSize ?? item.fileSize) : item.fileSize
  return (
    <>
      <div
        aria-hidden
        className="relative mx-5 my-4 flex h-[104px] shrink-0 items-center justify-center rounded-l border border-line bg-canvas"
      >
        <FileIcon ext={item.fileType} folder={isFolder(item)} mark={shareMark(item)} size={58} />
        <Thumbnail item={item} large className="rounded-[11px] object-contain" />
      </div>
      <Section title={details('basics')}>
        <Fact label={t('type')}>{fileTypeLabel(item)}</Fact>
        <Fact label={t('size')}>{formatSize(size)}</Fact>
        {isFolder(item) && <Contents detail={detail} />}
        <Fact label={classification('classification')}>
          <ClassificationFact key={item.instanceId} item={item} />
        </Fact>
        <Fact label={details('location')}>{item.instancePath.split('/').join(' / ')}</Fact>
        <Fact label={details('createdWhen')}>
          {item.createUser} · {formatFullDateTime(item.createTime)}
        </Fact>
        <Fact label={details('modifiedWhen')}>
          {item.updateUser} · {formatFullDateTime(item.updateTime)}
        </Fact>
        {detail?.onlineEditor && (
          <Fact label={details('editedOnline')}>
            {details('editedBy', {
              user: detail.onlineEditor.user,
              time: formatFullDateTime(detail.onlineEditor.since),
            })}
          </Fact>
        )}
        {detail?.sha256 && <Checksum sha256={detail.sha256} />}
        {isFolder(item) && <SizeButton items={[item]} />}
      </Section>
      <Suspense>{labels && <labels.LabelSection key={item.instanceId} item={item} />}</Suspense>
      {!isFolder(item) && detail && <Versions item={item} detail={detail} />}
      <Suspense>{links && <links.LinkSection key={item.instanceId} item={item} />}</Suspense>
      <Suspense>{privileges && <privileges.AccessSection key={item.instanceId} item={item} />}</Suspense>
      {query.error && (
        <div
          className="flex flex-col items-start gap-2 border-t border-line px-5 py-4 text-secondary text-danger"
          role="alert"
        >
          {errorMessage(query.error)}
          <Button size="small" onClick={() => void query.refetch()}>
            {details('retry')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Folders and selections have more to tell than one number. */
function SizeButton({ items }: Pick<DetailsPanelProps, 'items'>): ReactElement | null {
  const usage = useExtension('usage')
  return usage ? (
    <Button size="small" icon={Scale} className="mt-1.5" onClick={() => usage.showSize(items)}>
      {t('sizeOf')}
    </Button>
  ) : null
}

function Contents({ detail }: { detail: InstanceDetail | undefined }): ReactElement {
  return (
    <Fact label={details('contains')}>
      {detail ? (
        foldersAndFiles(detail.folderCount, detail.fileCount)
      ) : (
        <Skeleton className="late mt-1.5 w-28" />
      )}
    </Fact>
  )
}

function Section(props: { title: string; aside?: ReactNode; children: ReactNode }): ReactElement {
  const { title, aside, children } = props
  return (
    <section className="border-t border-line px-5 py-4">
      <h3 className="mb-2 flex items-baseline gap-1.5 text-secondary font-semibold">
        {title}
        {aside !== undefined && <span className="font-normal text-mut">{aside}</span>}
      </h3>
      {children}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }): ReactElement => (
  <dl className="grid grid-cols-[88px_1fr] gap-x-1 py-[3px] text-secondary">
    <dt className="text-mut">{label}</dt>
    <dd className="min-w-0 break-words select-text">{children}</dd>
  </dl>
)

function Checksum({ sha256 }: { sha256: string }): ReactElement {
  const copy = async () => {
    if (await copyText(sha256)) toast.ok(details('checksumCopied'))
    else toast.error(changing('locationNotCopied'))
  }
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-1 py-[3px] text-secondary">
      <dt className="text-mut">{details('checksum')}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span className="min-w-0 flex-1 font-mono text-caption break-all select-text">{sha256}</span>
        <IconButton
          size="small"
          icon={Copy}
          label={details('copyChecksum')}
          onClick={() => void copy()}
          className="-mt-1"
        />
      </dd>
    </dl>
  )
}

/** Shown in the panel; the dialog has all. */
const VERSIONS_SHOWN = 5

function Versions({ item, detail }: { item: Instance; detail: InstanceDetail }): ReactElement {
  const versions = useExtension('versions')
  return (
    <Section title={details('versions')} aside={detail.versions.length}>
      <ul>
        {detail.versions.slice(0, VERSIONS_SHOWN).map((version) => (
          <li key={version.versionNo} className="flex h-9 items-center gap-3 text-secondary">
            <span className="w-7 font-medium">v{version.versionNo}</span>
            <span className="min-w-0 flex-1 truncate text-fg-2">
              {version.updateUser} · {formatDateTime(version.updateTime)}
            </span>
            {version.current ? (
              <Chip tone="ok">{details('current')}</Chip>
            ) : (
              <span className="text-caption text-mut">{formatSize(version.fileSize)}</span>
            )}
          </li>
        ))}
      </ul>
      {versions && item.fileAuth.includes('versionView') && (
        <Button size="small" icon={History} className="mt-1.5" onClick={() => versions.open(item)}>
          {details('manageVersions')}
        </Button>
      )}
    </Section>
  )
}
