import { formatSize } from '@clouddisk/contract/format'
import type { UsageKind } from '@clouddisk/contract/usage'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { groupQuery } from '../../lib/group.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { RemoveItems } from './actions.ts'
import type { Part } from './colors.ts'
import { LargestList } from './largest-list.tsx'
import { t } from './strings.ts'
import { kindOf, type Usage, usageQuery, VIEWS, type View, viewOf } from './usage.ts'
import { UsageBar } from './usage-bar.tsx'
import { FoldersView, TrashView, UploadsView } from './views.tsx'

export interface UsagePageProps {
  /** Of the person’s own space if undefined. */
  groupId: string | undefined
  /** From the address. */
  show: string | undefined
  kind: string | undefined
  narrow: (show: View, kind: string | undefined) => void
  removeItems: RemoveItems
  openTrash: () => void
  emptyTrash: () => void
}

/** What fills a space: its parts, the largest files and folders, and the ways to make room. */
export function UsagePage(props: UsagePageProps): ReactElement {
  const { groupId } = props
  const query = useQuery(usageQuery(groupId))
  const group = useQuery({ ...groupQuery(groupId ?? ''), enabled: groupId !== undefined }).data
  const title = group ? t('titleOf', { name: group.groupName }) : t('title')
  usePageTitle(title)
  const { data: usage, error } = query
  const back = () => {
    const navigation = extensionFor('navigation')
    if (group) void navigation?.openFolder(group.rootId, undefined, 'group')
    else navigation?.openArea(groupId === undefined ? 'personal' : 'group')
  }
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-6 py-2 max-md:flex-nowrap max-md:px-4">
        <IconButton
          icon={ArrowLeft}
          label={t(groupId === undefined ? 'backToFiles' : 'backToGroup')}
          onClick={back}
          className="-ml-2 shrink-0"
        />
        <h1 className="min-w-0 truncate text-page font-semibold max-md:sr-only" title={title}>
          {title}
        </h1>
        {usage && <Sums usage={usage} />}
      </div>
      {usage ? (
        <Parts {...props} usage={usage} query={query} />
      ) : error ? (
        <ErrorState
          title={t('failedTitle')}
          text={errorMessage(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Sums({ usage }: { usage: Usage }): ReactElement {
  const { usedSize, totalSize, reservedSize, isLimist } = usage
  const used = formatSize(usedSize)
  const left = totalSize - usedSize - reservedSize
  const limited =
    left < 0
      ? t('over', { size: formatSize(-left) })
      : left > 0
        ? t('free', { size: formatSize(left) })
        : t('full')
  return (
    <p className="tabular text-secondary text-mut">
      {[
        isLimist === '0' ? t('usedUnlimited', { used }) : t('usedOf', { used, total: formatSize(totalSize) }),
        reservedSize > 0 && t('reservedToo', { size: formatSize(reservedSize) }),
        isLimist === '1' && limited,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

type PartsProps = UsagePageProps & { usage: Usage; query: Parameters<typeof FoldersView>[0]['query'] }

function Parts(props: PartsProps): ReactElement {
  const { groupId, usage, query, narrow, removeItems, openTrash, emptyTrash } = props
  const view = viewOf(props.show)
  const kind = view === 'files' ? kindOf(props.kind) : undefined
  const choose = (part: Part) => {
    if (part === kind) narrow('files', undefined)
    else if (part === 'versions' || part === 'trash') narrow(part, undefined)
    else if (part === 'reserved') narrow('uploads', undefined)
    else narrow('files', part)
  }
  const all = () => narrow('files', undefined)
  return (
    <>
      <div className="shrink-0 px-6 pt-1 pb-2 max-md:px-4">
        <UsageBar usage={usage} chosen={kind} onChoose={choose} />
      </div>
      <div className="group/parts relative flex min-h-[340px] flex-1 flex-col">
        <Tabs
          label={t('views')}
          value={view}
          onChange={(next) => narrow(next, undefined)}
          tabs={VIEWS.map((value) => ({ value, label: t(LABELS[value]) }))}
          // While files are selected, the bar of the selection covers the tabs, so that the rows stay where they are.
          className="mx-6 overflow-x-auto whitespace-nowrap [scrollbar-width:none] group-has-[[data-selection-bar]]/parts:invisible max-md:mx-4"
        >
          {kind && <OnlyKind kind={kind} onAllKinds={all} />}
          {(view === 'files' || view === 'versions') && (
            <LargestList
              key={`${view} ${kind}`}
              groupId={groupId}
              by={view === 'files' ? 'total' : 'versions'}
              kind={kind}
              removeItems={removeItems}
              onAllKinds={all}
            />
          )}
          {view === 'folders' && (
            <FoldersView usage={usage} query={query} area={groupId === undefined ? 'personal' : 'group'} />
          )}
          {view === 'trash' && <TrashView usage={usage} onOpen={openTrash} onEmpty={emptyTrash} />}
          {view === 'uploads' && <UploadsView usage={usage} query={query} />}
        </Tabs>
      </div>
    </>
  )
}

const LABELS = {
  files: 'files',
  folders: 'folders',
  versions: 'versions',
  trash: 'trash',
  uploads: 'reserved',
} as const

/** Says that one kind of files is listed alone, and ends that; at the end of the row of tabs where it has space. */
function OnlyKind({ kind, onAllKinds }: { kind: UsageKind; onAllKinds: () => void }): ReactElement {
  const only = t('onlyKind', { kind: kind === 'other' ? t('otherFiles') : t(kind).toLocaleLowerCase() })
  return (
    <div className="flex shrink-0 px-6 pt-2 max-md:px-4 lg:absolute lg:top-2 lg:right-0 lg:pt-0 lg:group-has-[[data-selection-bar]]/parts:invisible">
      <button
        type="button"
        aria-label={t('dropKind', { only })}
        onClick={onAllKinds}
        className="finger flex h-7 items-center gap-1 rounded-s bg-accent-soft px-2 text-caption text-accent-text max-md:h-11 max-md:rounded-m max-md:px-3 max-md:text-secondary"
      >
        {only}
        <X size={13} aria-hidden />
      </button>
    </div>
  )
}
