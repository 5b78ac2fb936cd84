import type { IpRule } from '@clouddisk/contract/ip-rules'
import { Plus } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { PlainCell, StateCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { ruleActions } from './actions.ts'
import type { IpListProps } from './data.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { t } from './strings.ts'

const NONE: readonly IpRule[] = []
const idOf = (rule: IpRule) => rule.ruleId

/** Rules, in the order in which they were made. */
export function RulesList({ query, change }: IpListProps): ReactElement {
  const list = useListPage(queryRows(query, query.data?.rules ?? NONE), { idOf })
  const { shown, key, show, control } = useDialogState<{ rule: IpRule | undefined }>()
  const actions = useCallback(
    (rule: IpRule) => ruleActions(rule, () => show({ rule })).filter(({ visible }) => visible !== false),
    [show],
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-mut">{t('rulesText')}</p>
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ rule: undefined })}>
            {t('newRule')}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={t('rulesList')}
        columns={columns}
        rowLabel={objectText}
        onOpen={(rule) => change && show({ rule })}
        {...(change && { menu: (rule: IpRule) => [actions(rule)], operations: actions })}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('noRules')}
        emptyText={t('noRulesText')}
      />
      {shown && query.data && (
        <RuleDialog
          key={key}
          rule={shown.rule}
          regions={query.data.regions}
          address={query.data.address}
          {...control}
        />
      )}
    </div>
  )
}

const objectText = ({ objectType, departmentPath }: IpRule): string =>
  objectType === 'department' ? t('departmentOf', { name: departmentPath.at(-1) ?? '' }) : t(objectType)

const addressText = ({ regions, ranges }: IpRule): string =>
  [...regions.map(({ regionName }) => regionName), ...ranges].join(', ')

function refusedText({ mode, refusedCount: count, refusedTime, refusedAddress }: IpRule): string {
  if (count === 0 || refusedTime === null) return t('neverRefused')
  const values = { count, when: formatDateTime(refusedTime), address: refusedAddress ?? '' }
  return t(mode === 'try' ? 'wouldRefuse' : 'refusedText', values)
}

const TONES = { active: 'ok', try: 'info', off: 'muted' } as const
const Mode = ({ rule }: { rule: IpRule }): ReactElement => (
  <StateCell tone={TONES[rule.mode]}>{t(rule.mode)}</StateCell>
)

const columns: readonly ColumnDef<IpRule>[] = [
  column('object', t('object'), { width: 'minmax(150px, 1fr)', fixed: true }, (rule) => (
    <TwoLines name={objectText(rule)} note={rule.remark || t(`${rule.objectType}Hint`)} />
  )),
  column('addresses', t('addresses'), { width: 'minmax(180px, 1.6fr)', from: 768 }, (rule) => (
    <PlainCell>{addressText(rule)}</PlainCell>
  )),
  column('mode', t('mode'), { width: '100px', from: 768 }, (rule) => <Mode rule={rule} />),
  column('refused', t('refused'), { width: 'minmax(190px, 1.2fr)', from: 1024 }, (rule) => (
    <PlainCell>{refusedText(rule)}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('changed', t('changed'), { width: '172px', from: 1280 }, (rule) => (
    <TimeCell iso={rule.updateTime} className="tabular" />
  )),
]

const phoneRow = (rule: IpRule): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <TwoLines className="flex-1" name={objectText(rule)} note={addressText(rule)} />
    <Mode rule={rule} />
  </span>
)
