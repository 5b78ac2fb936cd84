import type { AdminBucket, BucketHome, ContentReading } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, House, Plus } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { BucketDialog } from './bucket-dialog.tsx'
import { type BucketDialogName, bucketActions, bucketMenu } from './bucket-menu.ts'
import { CheckDialog } from './check-dialog.tsx'
import { bucketPhoneRow, columns } from './columns.tsx'
import { DamagedDialog } from './damaged-dialog.tsx'
import { bucketsQuery, moveQuery, refreshStorage, scrubQuery, urgentFirst } from './data.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { HomeDialog } from './home-dialog.tsx'
import { HomesList } from './homes-list.tsx'
import { MoveCard } from './move-card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { Notices } from './notices.tsx'
import { SettingList } from './setting-list.tsx'
import { t } from './strings.ts'

type Tab = 'buckets' | 'homes'

/** Where content lies: buckets, whose home they are, and the move between two of them (R92, R93). */
export function StoragePage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { change, address } = props
  const query = useQuery(bucketsQuery)
  const buckets = useMemo(() => urgentFirst(query.data?.list ?? NONE), [query.data])
  const tab: Tab = address.search.tab === 'homes' ? 'homes' : 'buckets'
  const { shown, key, show, control } = useDialogState<Shown>()
  const setHome = useCallback((homes: readonly BucketHome[]) => show({ kind: 'home', homes }), [show])
  const used = buckets.reduce((sum, bucket) => sum + bucket.used, 0)
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-3 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular text-secondary text-mut">
          {query.data && t('summary', { count: buckets.length, size: formatSize(used) })}
        </p>
        <span className="flex-1" />
        {change &&
          (tab === 'homes' ? (
            <Button variant="primary" icon={House} onClick={() => setHome([])}>
              {t('setHome')}
            </Button>
          ) : (
            <Button variant="primary" icon={Plus} onClick={() => show({ kind: 'edit', bucket: undefined })}>
              {t('add')}
            </Button>
          ))}
      </div>
      <Tabs
        label={t('tabs')}
        tabs={[
          { value: 'buckets', label: t('buckets'), count: query.data && buckets.length },
          {
            value: 'homes',
            label: t('homes'),
            count: query.data && buckets.reduce((sum, { homes }) => sum + homes, 0),
          },
        ]}
        value={tab}
        onChange={(next) => address.narrow({ tab: next === 'homes' ? next : undefined })}
        panelClassName="pt-3"
      >
        {tab === 'homes' ? (
          <HomesList change={change} buckets={buckets} onSet={setHome} />
        ) : (
          <BucketList change={change} buckets={buckets} query={query} show={show} />
        )}
      </Tabs>
      {shown && <Dialogs {...control} key={key} shown={shown} buckets={buckets} />}
    </div>
  )
}

const NONE: readonly AdminBucket[] = []
const nameOf = (bucket: AdminBucket) => bucket.bucketName
const NO_FILES: ContentReading['files'] = []

type Shown = BucketDialogName | { kind: 'home'; homes: readonly BucketHome[] } | { kind: 'damaged' }

interface DialogsProps extends DialogControl {
  shown: Shown
  buckets: readonly AdminBucket[]
}

function Dialogs({ shown, buckets, ...control }: DialogsProps): ReactElement {
  const reading = useQuery(scrubQuery).data
  if (shown.kind === 'damaged') return <DamagedDialog files={reading?.files ?? NO_FILES} {...control} />
  if (shown.kind === 'home') return <HomeDialog first={shown.homes} buckets={buckets} {...control} />
  if (shown.kind === 'edit') return <BucketDialog bucket={shown.bucket} {...control} />
  const { kind, bucket } = shown
  if (kind === 'view') return <DetailDialog bucket={bucket} {...control} />
  if (kind === 'check') return <CheckDialog bucket={bucket} {...control} />
  return <MoveDialog from={bucket} buckets={buckets} {...control} />
}

interface BucketListProps {
  change: boolean
  buckets: readonly AdminBucket[]
  query: ReturnType<typeof useQuery<{ list: AdminBucket[]; defaultFixed: boolean }>>
  show: (shown: Shown) => void
}

function BucketList({ change, buckets, query, show }: BucketListProps): ReactElement {
  const move = useQuery(moveQuery).data?.move
  const moving = move?.state === 'running' ? move : undefined
  useRefreshBehind(moving !== undefined)
  const reading = useQuery(scrubQuery).data
  const [hidden, setHidden] = useState<string>()
  const list = useListPage(queryRows(query, buckets), { idOf: nameOf })
  const fixed = query.data?.defaultFixed ?? false
  const actions = useCallback(
    (bucket: AdminBucket) => bucketActions(bucket, { change, fixed, moving, show }),
    [change, fixed, moving, show],
  )
  const operations = useCallback(
    (bucket: AdminBucket): readonly Action[] => {
      const { open, check } = actions(bucket)
      return [open, check, { name: 'bucket.more', label: t('more'), icon: Ellipsis, visible: change }]
    },
    [actions, change],
  )
  const onDamaged = () => show({ kind: 'damaged' })
  return (
    <>
      <Notices
        buckets={buckets}
        reading={reading}
        onCheck={change ? (bucket) => show({ kind: 'check', bucket }) : undefined}
        onDamaged={onDamaged}
      />
      {move && move.moveId !== hidden && (
        <MoveCard
          buckets={buckets}
          move={move}
          change={change}
          onHide={() => setHidden(move.moveId)}
          onDamaged={onDamaged}
        />
      )}
      <ListTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        selectable={false}
        onOpen={(bucket) => actions(bucket).open.run()}
        menu={(_, bucket) => bucketMenu(actions(bucket))}
        operations={operations}
        phoneRow={bucketPhoneRow}
        rowHeight={60}
        state={
          <ListState list={list} failedTitle={t('failed')} noMatch={false}>
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
          </ListState>
        }
        className="max-md:-mx-4"
      />
      {query.data && !query.error && <SettingList reading={reading} fixed={fixed} />}
    </>
  )
}

/** What a move leaves behind is seen as soon as it is over. */
function useRefreshBehind(moving: boolean): void {
  const was = useRef(moving)
  useEffect(() => {
    if (was.current && !moving) void refreshStorage()
    was.current = moving
  }, [moving])
}
