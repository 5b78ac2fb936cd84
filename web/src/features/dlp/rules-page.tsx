import { type DlpRule, removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Pencil, Plus, ToggleLeft, ToggleRight, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshRules, rulesQuery } from './data.ts'
import { columns, phoneRow } from './rule-columns.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { t } from './strings.ts'
import { TrialDialog } from './trial.tsx'

type Shown = { kind: 'rule'; rule: DlpRule | undefined } | { kind: 'trial' }

const NONE: readonly DlpRule[] = []
const idOf = (rule: DlpRule) => rule.ruleId
const nameOf = (rule: DlpRule) => rule.name

/** Rules that find sensitive content (G16). */
export function RulesPage({ change }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const query = useQuery(rulesQuery)
  const rules = query.data ?? NONE
  const list = useListPage(queryRows(query, rules), { idOf })
  const { shown, key, show, control } = useDialogState<Shown>()
  const actions = useCallback(
    (rule: DlpRule) =>
      ({
        edit: {
          name: 'rule.edit',
          label: t('edit'),
          icon: Pencil,
          keys: 'Enter',
          run: () => show({ kind: 'rule', rule }),
        },
        toggle: {
          name: 'rule.toggle',
          label: t(rule.enabled ? 'disable' : 'enable'),
          icon: rule.enabled ? ToggleRight : ToggleLeft,
          run: () => void toggle(rule),
        },
        remove: {
          name: 'rule.remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          run: () => void remove(rule),
        },
      }) satisfies Record<string, Action>,
    [show],
  )
  const menu = (rule: DlpRule): readonly ActionGroup[] => {
    const { edit, toggle, remove } = actions(rule)
    return [[edit, toggle], [remove]]
  }
  const operations = useCallback(
    (rule: DlpRule): readonly Action[] => Object.values(actions(rule)),
    [actions],
  )
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-3 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular text-secondary text-mut max-md:hidden">
          {query.data &&
            t('summary', { count: rules.length, enabled: rules.filter(({ enabled }) => enabled).length })}
        </p>
        <span className="flex-1" />
        <Button icon={FlaskConical} onClick={() => show({ kind: 'trial' })}>
          {t('tryRules')}
        </Button>
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ kind: 'rule', rule: undefined })}>
            {t('newRule')}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(rule) => change && actions(rule).edit.run()}
        {...(change && { menu, operations })}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('emptyTitle')}
        emptyText={t('emptyText')}
      />
      {shown?.kind === 'rule' && <RuleDialog key={key} rule={shown.rule} {...control} />}
      {shown?.kind === 'trial' && <TrialDialog key={key} {...control} />}
    </div>
  )
}

async function toggle({ updateTime: _, ...rule }: DlpRule): Promise<void> {
  await withErrorMessage(t('notSaved'), async () => {
    const { enabled, name } = await call(saveDlpRule, { ...rule, enabled: !rule.enabled })
    toast.ok(t(enabled ? 'enabled' : 'disabled', { name }))
    await refreshRules()
  })
}

async function remove({ ruleId, name }: DlpRule): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeDlpRule, { ruleId })
    toast.ok(t('removed', { name }))
    await refreshRules()
  })
}
