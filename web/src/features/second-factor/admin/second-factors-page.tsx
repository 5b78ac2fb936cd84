import { changePeople } from '@clouddisk/contract/admin-people'
import {
  FACTOR_STATES,
  type PersonFactors,
  pageSecondFactors,
  querySecondFactorPolicy,
} from '@clouddisk/contract/admin-second-factor'
import { roleName } from '@clouddisk/contract/role-names'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactElement, Suspense, useCallback } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { callQuery, nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { language } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { type PageNumber, readPageNumber, useAddressPages } from '../../../ui/list/address.ts'
import { NameAndAccount, PersonCell, PhoneRow, PlainCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { rolesQuery } from './policy-dialog.tsx'
import { t } from './strings.ts'

const PolicyDialog = lazyPart(() => import('./policy-dialog.tsx'), 'PolicyDialog')

const FACTORS = 'second-factors'
const policyQuery = callQuery([FACTORS, 'policy'], querySecondFactorPolicy, {})
const refresh = () => queryClient.invalidateQueries({ queryKey: [FACTORS] })
const idOf = (person: PersonFactors) => person.userId
const nameOf = (person: PersonFactors) => person.userRealName

type State = (typeof FACTOR_STATES)[number]
interface FactorsView extends PageNumber {
  readonly keyword: string
  readonly state: State | ''
}

const stateFrom = (text: string | undefined): State | '' => FACTOR_STATES.find((one) => one === text) ?? ''

const factorsQuery = ({ keyword, state, page: pageNo, pageSize }: FactorsView) =>
  pageQuery([FACTORS, keyword, state, pageNo, pageSize], pageSecondFactors, {
    ...nonEmpty({ keyword, state }),
    pageNo,
    pageSize,
  })

async function reset(person: PersonFactors): Promise<void> {
  const name = person.userRealName
  const sure = await confirm({
    type: 'warning',
    title: t('resetTitle', { name }),
    text: t('resetText'),
    confirmText: t('reset'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notReset'),
    async () => {
      const { list } = await call(changePeople, { userIds: [person.userId], action: 'resetSecondFactor' })
      const [line] = list
      if (line && line.errcode !== 0) toast.error(line.errmsg)
      else toast.ok(t('wasReset', { name }))
    },
    refresh,
  )
}

/** Who needs a second factor, and who has which. */
export function SecondFactorsPage({ address, change }: AdminPageProps): ReactElement {
  const { q: keyword = '', state } = address.search
  const shown = { keyword, state: stateFrom(state), ...readPageNumber(address.search) }
  const query = useQuery(factorsQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const isNarrowed = Boolean(keyword || shown.state)
  const clear = () => narrow({ q: undefined, state: undefined })
  const list = useListPage(pageRows(query), { idOf })
  const operations = useCallback((person: PersonFactors) => actionsOf(person), [])
  const total = query.data?.total ?? 0
  return (
    <ListPage
      title={t('title')}
      note={query.data && t('people', { count: total })}
      foot={<ListPager pages={pages} total={total} />}
    >
      <PolicyLine change={change} />
      <Filters
        field={<KeywordField value={keyword} label={t('search')} onSettled={(q) => narrow({ q })} />}
        onReset={isNarrowed ? clear : undefined}
      >
        <FilterSelect
          label={t('state')}
          value={shown.state}
          onChange={(next) => narrow({ state: next })}
          options={FACTOR_STATES.map((value) => [value, t(value)])}
        />
      </Filters>
      <ListTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        selectable={false}
        menu={change ? (_, person) => [actionsOf(person)] : undefined}
        menuWithoutHeader
        operations={change ? operations : undefined}
        phoneRow={phoneRow}
        rowHeights={[44, 52]}
        state={
          <ListState
            list={list}
            failedTitle={t('failed')}
            noMatch={{
              title: t('empty'),
              text: t('emptyText'),
              onClear: isNarrowed ? clear : undefined,
            }}
          />
        }
        className="max-md:-mx-4"
      />
    </ListPage>
  )
}

function PolicyLine({ change }: { change: boolean }): ReactElement | null {
  const { data: policy } = useQuery(policyQuery)
  const { shown, key, show, control } = useDialogState<SecondFactorPolicy>()
  if (!policy) return null
  return (
    <section
      aria-label={t('policy')}
      className="mb-1 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line px-4 py-3"
    >
      <div className="min-w-0 flex-1">
        <p className="text-caption text-mut">{t('policy')}</p>
        <p className="text-body">
          <PolicyText policy={policy} />
          {policy.trustProviders && ` · ${t('trusts')}`}
        </p>
      </div>
      {change && <Button onClick={() => show(policy)}>{t('change')}</Button>}
      <Suspense>
        {shown && <PolicyDialog key={key} {...control} policy={shown} onSaved={() => void refresh()} />}
      </Suspense>
    </section>
  )
}

function PolicyText({ policy }: { policy: SecondFactorPolicy }): ReactElement {
  const roles = useQuery({ ...rolesQuery, enabled: policy.requiredOf === 'roles' }).data ?? []
  if (policy.requiredOf !== 'roles') return <>{t(policy.requiredOf)}</>
  const names = roles
    .filter(({ roleId }) => policy.roleIds.includes(roleId))
    .map((role) => roleName(role.roleName, role.preset, language))
  return <>{t('rolesNamed', { names: names.join(language === 'zh-CN' ? '、' : ', ') })}</>
}

function Factors({ person }: { person: PersonFactors }): ReactElement {
  const { app, passkeys, required } = person
  if (!app && passkeys === 0)
    return <Chip tone={required ? 'warn' : 'neutral'}>{t(required ? 'missing' : 'none')}</Chip>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {app && <Chip tone="ok">{t('app')}</Chip>}
      {passkeys > 0 && <Chip tone="ok">{t('passkeys', { count: passkeys })}</Chip>}
    </span>
  )
}

const lastUseOf = ({ lastUseTime }: PersonFactors): string =>
  lastUseTime ? formatDateTime(lastUseTime) : t('never')

const columns: readonly ColumnDef<PersonFactors>[] = [
  column('person', t('person'), { width: 'minmax(160px, 1.2fr)', fixed: true }, (person) => (
    <PersonCell name={person.userRealName} account={person.userName}>
      {person.required && <Chip tone="info">{t('required')}</Chip>}
    </PersonCell>
  )),
  column('department', t('department'), { width: 'minmax(100px, 1fr)', from: 1024 }, (person) => (
    <PlainCell>{person.departmentName ?? t('noDepartment')}</PlainCell>
  )),
  column('factors', t('factors'), { width: 'minmax(160px, 1fr)' }, (person) => <Factors person={person} />),
  column('codes', t('codes'), { width: '140px', from: 1280 }, (person) => String(person.recoveryCodesLeft)),
  column('lastUse', t('lastUse'), { width: '172px', from: 768 }, lastUseOf),
]

const actionsOf = (person: PersonFactors): Action[] => [
  {
    name: 'second-factor.reset',
    label: t('reset'),
    icon: RotateCcw,
    danger: true,
    visible: person.app || person.passkeys > 0,
    run: () => void reset(person),
  },
]

const phoneRow = (person: PersonFactors): ReactElement => (
  <PhoneRow
    picture={<Avatar name={person.userRealName} size={34} />}
    name={<NameAndAccount name={person.userRealName} account={person.userName} />}
    note={lastUseOf(person)}
  >
    <Factors person={person} />
  </PhoneRow>
)
