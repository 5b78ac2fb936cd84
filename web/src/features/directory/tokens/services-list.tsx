import { createServiceToken, type ServiceAccount } from '@clouddisk/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, List, Plus } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { NewTokenDialog } from '../../../ui/access-token/new-token-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { PersonCell, PlainCell, StateCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { queryRows } from '../../../ui/list/list-rows.ts'
import { ShortTable } from '../../../ui/list/short-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { limitQuery, refreshTokens, servicesQuery } from './data.ts'
import { ServiceDialog } from './service-dialog.tsx'
import { t } from './strings.ts'

type Shown = { kind: 'account' } | { kind: 'token'; account: ServiceAccount }

const NONE: readonly ServiceAccount[] = []
const idOf = (account: ServiceAccount) => account.userId
const nameOf = (account: ServiceAccount) => account.userRealName

interface ServicesListProps {
  change: boolean
  onShowTokens: (userId: string) => void
}

/** The accounts of programs. */
export function ServicesList({ change, onShowTokens }: ServicesListProps): ReactElement {
  const query = useQuery(servicesQuery)
  const { data: limit } = useQuery(limitQuery)
  const list = useListPage(queryRows(query, query.data ?? NONE), { idOf })
  const { shown, key, show, control } = useDialogState<Shown>()
  const actions = useCallback(
    (account: ServiceAccount): readonly Action[] => [
      ...(change
        ? [
            {
              name: 'service.token',
              label: t('newToken'),
              icon: KeyRound,
              run: () => show({ kind: 'token', account }),
            },
          ]
        : []),
      { name: 'service.tokens', label: t('showTokens'), icon: List, run: () => onShowTokens(account.userId) },
    ],
    [change, show, onShowTokens],
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-mut">{t('servicesText')}</p>
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ kind: 'account' })}>
            {t('newService')}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={t('servicesList')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(account) => onShowTokens(account.userId)}
        menu={(account) => [actions(account)]}
        menuWithoutHeader
        operations={actions}
        phoneRow={phoneRow}
        failedTitle={t('servicesFailed')}
        emptyTitle={t('noServices')}
        emptyText={t('noServicesText')}
      />
      {shown?.kind === 'account' && <ServiceDialog key={key} {...control} />}
      {shown?.kind === 'token' && limit && (
        <NewTokenDialog
          key={key}
          {...control}
          daysMax={limit.daysMax}
          mayAdminister
          service={shown.account.userRealName}
          create={async (input) => {
            const made = await call(createServiceToken, { userId: shown.account.userId, ...input })
            await refreshTokens()
            return made
          }}
        />
      )}
    </div>
  )
}

const TONES = { active: 'ok', frozen: 'muted', expired: 'danger' } as const

const columns: readonly ColumnDef<ServiceAccount>[] = [
  column('name', t('displayName'), { width: 'minmax(180px, 1.4fr)', fixed: true }, (account) => (
    <PersonCell name={account.userRealName} account={account.accountName} />
  )),
  column(
    'department',
    t('department'),
    { width: 'minmax(120px, 1fr)', from: 1024 },
    (account) => account.departmentName ?? t('none'),
  ),
  column('state', t('state'), { width: '110px', from: 768 }, (account) => (
    <StateCell tone={TONES[account.status]}>{t(account.status)}</StateCell>
  )),
  column('tokens', t('tokenCount'), { width: '110px', from: 768 }, (account) => String(account.tokens)),
  column('lastUsed', t('lastUsed'), { width: '150px', from: 1024 }, (account) => (
    <PlainCell>{account.lastUsed ? formatDateTime(account.lastUsed) : t('never')}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('created', t('created'), { width: '180px', from: 1280 }, (account) => (
    <TimeCell iso={account.createTime} className="tabular" />
  )),
]

const phoneRow = (account: ServiceAccount): ReactElement => (
  <span className="min-w-0 flex-1">
    <span className="block truncate text-body">{account.userRealName}</span>
    <span className="tabular block truncate text-caption text-mut">
      {[account.accountName, t(account.status), `${t('tokenCount')} ${account.tokens}`].join(' · ')}
    </span>
  </span>
)
