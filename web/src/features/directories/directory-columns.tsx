import type { AdminDirectory } from '@clouddisk/contract/directories'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { RunState } from './run-state.tsx'
import { scimBaseUrl } from './scim-dialog.tsx'
import { t } from './strings.ts'

/** Directories as rows (B§3): ID, name, protocol, library, address, last sync, status. */

const Name = ({ directory: { name, code } }: { directory: AdminDirectory }): ReactElement => (
  <span className="min-w-0 flex-1 pr-3">
    <span className="block truncate text-body" title={name}>
      {name}
    </span>
    <span className="block truncate text-caption text-mut" title={code}>
      {code}
    </span>
  </span>
)

/** What needs attention before whether it is on. */
const State = ({ directory: { enabled, lastRun } }: { directory: AdminDirectory }): ReactElement =>
  lastRun && ['queued', 'reading', 'applying', 'waiting', 'failed'].includes(lastRun.state) ? (
    <RunState run={lastRun} />
  ) : (
    <Chip tone={enabled ? 'ok' : 'neutral'}>{t(enabled ? 'on' : 'off')}</Chip>
  )

const LastSync = ({ directory: { syncTime } }: { directory: AdminDirectory }): ReactElement =>
  syncTime === null ? (
    <span className="text-mut">{t('never')}</span>
  ) : (
    <TimeCell iso={syncTime} className="tabular pr-2" />
  )

const addressOf = ({ protocol, settings }: AdminDirectory): string =>
  protocol === 'scim' ? scimBaseUrl() : settings.url

export const columns: readonly ColumnDef<AdminDirectory>[] = [
  column('name', t('name'), { width: 'minmax(160px, 1.3fr)', fixed: true }, (one) => (
    <Name directory={one} />
  )),
  column('protocol', t('protocol'), { width: '130px', from: 1024 }, (one) => t(one.protocol)),
  column('library', t('library'), { width: 'minmax(100px, .7fr)', from: 1280 }, (one) => (
    <span className="truncate">{one.settings.library || '–'}</span>
  )),
  column('url', t('address'), { width: 'minmax(150px, 1.2fr)', from: 1024 }, (one) => (
    <span className="truncate pr-3" title={addressOf(one)}>
      {addressOf(one)}
    </span>
  )),
  column('people', t('people'), { width: '70px', from: 768 }, (one) => (
    <span className="tabular">{one.people.toLocaleString('en-US')}</span>
  )),
  column('lastSync', t('lastSync'), { width: '124px', from: 768 }, (one) => <LastSync directory={one} />),
  column('state', t('state'), { width: '144px', from: 768 }, (one) => <State directory={one} />),
]

export const phoneRow = (one: AdminDirectory): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <Name directory={one} />
    <State directory={one} />
  </span>
)
