import { TOKEN_SCOPES } from '@clouddisk/contract/token-scopes'
import { type AdminToken, revokeAdminTokens } from '@clouddisk/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { Ban, Timer } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { scopeLabel, scopeTone, validityText } from '../../../ui/access-token/token-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { useAddressPages } from '../../../ui/list/address.ts'
import { PersonCell, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { refreshTokens, tokensQuery, UNUSED_DAYS, viewOf } from './data.ts'
import { LimitDialog } from './limit-dialog.tsx'
import { t } from './strings.ts'

const idOf = (token: AdminToken) => token.tokenId
const nameOf = (token: AdminToken) => token.name

/** Access tokens of everybody, which can be revoked. */
export function TokensList({ address, change }: AdminPageProps): ReactElement {
  const shown = viewOf(address)
  const query = useQuery(tokensQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const limit = useDialogState<true>()
  const operations = useCallback((token: AdminToken) => [revokeAction(token)], [])
  const total = query.data?.total ?? 0
  const { keyword, scope, unused, user } = shown
  const isNarrowed = Boolean(keyword || scope || unused || user)
  const reset = () => narrow({ q: undefined, scope: undefined, unused: undefined, user: undefined })
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <Filters
          field={<KeywordField value={keyword} label={t('search')} onSettled={(q) => narrow({ q })} />}
          onReset={isNarrowed ? reset : undefined}
          end={
            change && (
              <Button icon={Timer} onClick={() => limit.show(true)}>
                {t('limit')}
              </Button>
            )
          }
        >
          <FilterSelect
            label={t('scope')}
            value={scope ?? ''}
            onChange={(next) => narrow({ scope: next })}
            options={TOKEN_SCOPES.map((value) => [value, scopeLabel(value)])}
          />
          <FilterSelect
            label={t('use')}
            value={unused ?? ''}
            onChange={(next) => narrow({ unused: next })}
            options={UNUSED_DAYS.map((days) => [days, t(days === '30' ? 'unused30' : 'unused90')])}
          />
          {query.data && <p className="tabular text-secondary text-mut">{t('count', { count: total })}</p>}
        </Filters>
        <ListTable
          list={list}
          label={t('list')}
          columns={columns}
          rowLabel={nameOf}
          selectable={false}
          menu={change ? (_, token) => [[revokeAction(token)]] : undefined}
          menuWithoutHeader
          operations={change ? operations : undefined}
          phoneRow={phoneRow}
          rowHeight={56}
          state={
            <ListState
              list={list}
              failedTitle={t('failed')}
              noMatch={{
                title: t('noMatch'),
                text: t('noMatchText'),
                onClear: isNarrowed ? reset : undefined,
              }}
            >
              <EmptyState title={t('empty')} text={t('emptyText')} />
            </ListState>
          }
          className="max-md:-mx-4"
        />
      </div>
      <ListPager pages={pages} total={total} />
      {limit.shown && query.data && (
        <LimitDialog key={limit.key} daysMax={query.data.daysMax} {...limit.control} />
      )}
    </>
  )
}

const revokeAction = (token: AdminToken): Action => ({
  name: 'token.revoke',
  label: t('revoke'),
  icon: Ban,
  danger: true,
  run: () => void revoke(token),
})

async function revoke({ tokenId, name }: AdminToken): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('revokeTitle', { name }),
    text: t('revokeText'),
    confirmText: t('revoke'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notRevoked'),
    async () => {
      const { list } = await call(revokeAdminTokens, { tokenIds: [tokenId] })
      if (list[0]?.errcode) toast.error(list[0].errmsg)
      else toast.ok(t('revoked', { count: 1 }))
    },
    refreshTokens,
  )
}

const Name = ({ token }: { token: AdminToken }): ReactElement => (
  <span className="flex min-w-0 items-center gap-2 pr-3">
    <span className="truncate text-body" title={token.name}>
      {token.name}
    </span>
    <Chip tone={scopeTone(token.scope)}>{scopeLabel(token.scope)}</Chip>
  </span>
)

const lastUseOf = ({ lastUsed, lastAddress, client }: AdminToken): string =>
  lastUsed ? [formatDateTime(lastUsed), client?.name, lastAddress].filter(Boolean).join(' · ') : t('never')

const columns: readonly ColumnDef<AdminToken>[] = [
  column('name', t('name'), { width: 'minmax(180px, 2fr)', fixed: true }, (token) => <Name token={token} />),
  column('owner', t('owner'), { width: 'minmax(190px, 1.4fr)', from: 768 }, (token) => (
    <PersonCell name={token.userRealName} account={token.userName}>
      {token.service && <Chip>{t('service')}</Chip>}
    </PersonCell>
  )),
  column(
    'department',
    t('department'),
    { width: 'minmax(100px, 1fr)', from: 1280 },
    (token) => token.departmentName ?? t('none'),
  ),
  column('validity', t('validity'), { width: '170px', from: 1024 }, (token) => (
    <span className={token.expired ? 'text-secondary text-danger' : 'text-secondary text-fg-2'}>
      {validityText(token)}
    </span>
  )),
  column('lastUsed', t('lastUsed'), { width: '190px', from: 1024 }, (token) => (
    <PlainCell title={lastUseOf(token)}>{lastUseOf(token)}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('created', t('created'), { width: '150px', from: 1280 }, (token) => (
    <TimeCell iso={token.createTime} className="tabular" />
  )),
]

const phoneRow = (token: AdminToken): ReactElement => (
  <span className="min-w-0 flex-1">
    <Name token={token} />
    <span className="tabular block truncate text-caption text-mut">
      {[token.userRealName, validityText(token)].join(' · ')}
    </span>
  </span>
)
