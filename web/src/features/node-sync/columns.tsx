import type { SyncedInstance } from '@clouddisk/contract/node-sync'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/chip.tsx'
import { FileCell, FilePhoneRow, PlainCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { TONES } from './node-sync.ts'
import { directionText, failureText, modeText, stateText, t } from './strings.ts'

const clustersOf = ({ clusters }: SyncedInstance): string =>
  clusters.map(({ clusterName }) => clusterName).join(t('comma'))

/** How far a run is, or why it failed; empty otherwise. */
export function noteOf({ status, reason, clusters }: SyncedInstance): string {
  if (reason) return failureText(reason)
  if (status !== 'syncing') return ''
  const done = clusters.reduce((sum, { filesDone }) => sum + filesDone, 0)
  const total = clusters.reduce((sum, { files }) => sum + files, 0)
  return total > 0 ? t('progress', { done, total }) : ''
}

const Status = ({ item }: { item: SyncedInstance }): ReactElement => (
  <span className="flex min-w-0 flex-col items-start gap-0.5">
    <Chip tone={TONES[item.status]}>{stateText(item.status)}</Chip>
    {noteOf(item) && (
      <span className="tabular w-full truncate text-caption text-mut" title={noteOf(item)}>
        {noteOf(item)}
      </span>
    )}
  </span>
)

export const syncColumns = (mark: string): readonly ColumnDef<SyncedInstance>[] => [
  column('name', t('name'), { width: 'minmax(180px, 1.6fr)', fixed: true }, (item) => (
    <FileCell file={item} mark={mark} />
  )),
  column('status', t('status'), { width: 'minmax(180px, 1.4fr)', from: 768 }, (item) => (
    <Status item={item} />
  )),
  column('path', t('path'), { width: 'minmax(120px, 1fr)', from: 1440 }, (item) => (
    <PlainCell>{item.path}</PlainCell>
  )),
  column('clusters', t('clusters'), { width: 'minmax(120px, 1fr)', from: 768 }, (item) => (
    <PlainCell>{clustersOf(item)}</PlainCell>
  )),
  column('kind', t('kind'), { width: '132px', from: 1024 }, (item) => (
    <TwoLines
      nameClass="text-secondary text-fg-2"
      name={directionText(item.direction)}
      note={modeText(item.mode)}
    />
  )),
  column('last', t('last'), { width: '148px', from: 768 }, ({ lastTime, nextTime }) => (
    <TwoLines
      nameClass="tabular text-secondary text-fg-2"
      name={lastTime ? formatDateTime(lastTime) : t('never')}
      note={t('next', { time: formatDateTime(nextTime) })}
    />
  )),
]

/** Two lines for a phone: name; where to, last sync. */
export function SyncPhoneRow({ item, mark }: { item: SyncedInstance; mark: string }): ReactElement {
  const about =
    noteOf(item) ||
    [clustersOf(item), item.lastTime && formatDateTime(item.lastTime)].filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FilePhoneRow file={item} mark={mark}>
        {about}
      </FilePhoneRow>
      <Chip tone={TONES[item.status]}>{stateText(item.status)}</Chip>
    </span>
  )
}
