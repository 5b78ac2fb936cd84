import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import {
  Archive,
  ArrowRightLeft,
  BadgeCheck,
  Ellipsis,
  Eye,
  Info,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  Stethoscope,
} from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { wordsOf } from '../../lib/api.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { makeDefault, retire, setState } from './actions.ts'
import { BucketDialog } from './bucket-dialog.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { columns, PhoneRow } from './columns.tsx'
import { DamageNotice } from './damage-notice.tsx'
import { bucketsQuery, moveQuery } from './data.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { HomesList } from './homes-list.tsx'
import { MoveCard } from './move-card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ReadingLine } from './reading-line.tsx'
import { t } from './strings.ts'

type Tab = 'buckets' | 'homes'

/** Where content lies: buckets, whose home they are, and the move between two of them (R92, R93). */
export function StoragePage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { change, address } = props
  const query = useQuery(bucketsQuery)
  const buckets = query.data?.list ?? NONE
  const tab: Tab = address.search.tab === 'homes' ? 'homes' : 'buckets'
  const [dialog, setDialog] = useState<Shown>()
  const [open, setOpen] = useState(false)
  const show = useCallback((next: Shown) => {
    setDialog(next)
    setOpen(true)
  }, [])
  const used = buckets.reduce((sum, bucket) => sum + bucket.used, 0)
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-3 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular text-secondary text-mut">
          {query.data && t('summary', { count: buckets.length, size: formatSize(used) })}
        </p>
        <span className="flex-1" />
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ kind: 'edit', bucket: undefined })}>
            {t('add')}
          </Button>
        )}
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
          <HomesList buckets={buckets} change={change} />
        ) : (
          <BucketList change={change} buckets={buckets} query={query} show={show} />
        )}
      </Tabs>
      {dialog && (
        <Dialogs
          key={`${dialog.kind}.${dialog.bucket?.bucketName}`}
          shown={dialog}
          buckets={buckets}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

const NONE: readonly AdminBucket[] = []

type Shown =
  | { kind: 'edit'; bucket: AdminBucket | undefined }
  | { kind: 'view' | 'check' | 'move'; bucket: AdminBucket }

interface DialogsProps {
  shown: Shown
  buckets: readonly AdminBucket[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

function Dialogs({ shown, buckets, ...opening }: DialogsProps): ReactElement {
  if (shown.kind === 'edit') return <BucketDialog bucket={shown.bucket} {...opening} />
  const { kind, bucket } = shown
  if (kind === 'view') return <DetailDialog bucket={bucket} {...opening} />
  if (kind === 'check') return <CheckDialog bucket={bucket} {...opening} />
  return <MoveDialog from={bucket} buckets={buckets} {...opening} />
}

interface BucketListProps {
  change: boolean
  buckets: readonly AdminBucket[]
  query: ReturnType<typeof useQuery<{ list: AdminBucket[]; defaultFixed: boolean }>>
  show: (shown: Shown) => void
}

function BucketList({ change, buckets, query, show }: BucketListProps): ReactElement {
  const moving = useQuery(moveQuery).data?.move
  const [hidden, setHidden] = useState<string>()
  const phone = usePhone()
  const menu = useContextMenu()
  const keys = useMemo(() => buckets.map(({ bucketName }) => bucketName), [buckets])
  const selection = useSelection(keys)
  const fixed = query.data?.defaultFixed ?? false
  const actions = useCallback(
    (bucket: AdminBucket) => actionsOf(bucket, { change, fixed, moving: moving?.state === 'running', show }),
    [change, fixed, moving?.state, show],
  )
  const onMenu = ({ row, anchor }: MenuRequest<AdminBucket>) => {
    if (!row) return
    const one = actions(row)
    menu.open({
      anchor,
      groups: groupsOf(one),
      label: t('menuOf', { name: row.bucketName }),
      header: <p className="truncate text-section font-semibold">{row.bucketName}</p>,
    })
  }
  const operations = useCallback(
    (bucket: AdminBucket): readonly Action[] => {
      const { open, check } = actions(bucket)
      return [open, check, { name: 'bucket.more', label: t('more'), icon: Ellipsis, visible: change }]
    },
    [actions, change],
  )
  const phoneRow = useCallback((bucket: AdminBucket) => <PhoneRow bucket={bucket} />, [])
  return (
    <>
      <DamageNotice />
      {moving && moving.moveId !== hidden && (
        <MoveCard move={moving} change={change} onHide={() => setHidden(moving.moveId)} />
      )}
      <Table
        label={t('list')}
        columns={columns}
        rows={buckets}
        rowLabel={({ bucketName }) => bucketName}
        selection={selection}
        selectable={false}
        onOpen={(bucket) => actions(bucket).open.run()}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        rowHeight={60}
        className="max-md:-mx-4"
        loading={query.isPending}
        empty={
          query.error ? (
            <ErrorState
              title={t('failed')}
              text={wordsOf(query.error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      />
      <ReadingLine />
      <p className="flex min-h-10 shrink-0 items-center gap-2 py-2 text-caption text-mut">
        <Info size={14} className="shrink-0 max-md:hidden" aria-hidden />
        <span>
          {t('legend')} {fixed && t('fixed')}
        </span>
      </p>
      {menu.element}
    </>
  )
}

interface May {
  readonly change: boolean
  readonly fixed: boolean
  readonly moving: boolean
  readonly show: (shown: Shown) => void
}

function actionsOf(bucket: AdminBucket, { change, fixed, moving, show }: May) {
  const known = bucket.source !== 'unknown'
  const own = change && bucket.source === 'added'
  const isOpen = bucket.state === 'active'
  return {
    open: {
      name: 'bucket.open',
      label: t(own ? 'edit' : 'details'),
      icon: own ? Pencil : Eye,
      keys: 'Enter',
      run: () => show(own ? { kind: 'edit', bucket } : { kind: 'view', bucket }),
    },
    check: {
      name: 'bucket.check',
      label: t('check'),
      icon: Stethoscope,
      visible: change && known,
      run: () => show({ kind: 'check', bucket }),
    },
    byDefault: {
      name: 'bucket.default',
      label: t('makeDefault'),
      icon: BadgeCheck,
      visible: change && known && isOpen && !bucket.isDefault && !fixed,
      run: () => void makeDefault(bucket),
    },
    state: {
      name: 'bucket.state',
      label: t(isOpen ? 'close' : 'reopen'),
      icon: isOpen ? Lock : LockOpen,
      visible: own && !bucket.isDefault,
      run: () => void setState(bucket, isOpen ? 'readonly' : 'active'),
    },
    move: {
      name: 'bucket.move',
      label: t('moveFrom'),
      icon: ArrowRightLeft,
      visible: change && known && !bucket.isDefault && !moving,
      run: () => show({ kind: 'move', bucket }),
    },
    retire: {
      name: 'bucket.retire',
      label: t('retire'),
      icon: Archive,
      danger: true,
      visible: own && !bucket.isDefault,
      run: () => void retire(bucket),
    },
  } satisfies Record<string, Action>
}

const groupsOf = (one: ReturnType<typeof actionsOf>): readonly ActionGroup[] => [
  [one.open, one.check],
  [one.byDefault, one.state, one.move],
  [one.retire],
]
