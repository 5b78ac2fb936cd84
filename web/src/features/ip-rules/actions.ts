import {
  type IpRegion,
  type IpRule,
  type IpRuleMode,
  removeIpRegion,
  removeIpRule,
  saveIpRule,
} from '@clouddisk/contract/ip-rules'
import { FlaskConical, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import type { Action } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshIpRules } from './data.ts'
import { t } from './strings.ts'

/** What is done with rules and regions in their lists. */

export const ruleActions = (rule: IpRule, edit: () => void): readonly Action[] => [
  { name: 'ip-rule.edit', label: t('edit'), icon: Pencil, keys: 'Enter', run: edit },
  {
    name: 'ip-rule.activate',
    label: t('activate'),
    icon: Power,
    visible: rule.mode !== 'active',
    run: () => void activate(rule),
  },
  {
    name: 'ip-rule.try',
    label: t('toTry'),
    icon: FlaskConical,
    visible: rule.mode !== 'try',
    run: () => void setMode(rule, 'try'),
  },
  {
    name: 'ip-rule.off',
    label: t('turnOff'),
    icon: PowerOff,
    visible: rule.mode !== 'off',
    run: () => void setMode(rule, 'off'),
  },
  {
    name: 'ip-rule.remove',
    label: t('remove'),
    icon: Trash2,
    danger: true,
    run: () => void removeRule(rule),
  },
]

async function activate(rule: IpRule): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('activateTitle'),
    text: t('activateText'),
    confirmText: t('activate'),
  })
  if (sure) await setMode(rule, 'active')
}

const setMode = (rule: IpRule, mode: IpRuleMode): Promise<unknown> =>
  withErrorMessage(
    t('notSaved'),
    async () => {
      const { ruleId, objectType, departmentId, ranges, regions, remark } = rule
      await call(saveIpRule, {
        ruleId,
        objectType,
        ...(departmentId !== null && { departmentId }),
        ranges,
        regionIds: regions.map(({ regionId }) => regionId),
        remark,
        mode,
      })
      toast.ok(t('ruleSaved'))
    },
    refreshIpRules,
  )

async function removeRule({ ruleId }: IpRule): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeRuleTitle'),
    text: t('removeRuleText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notRemoved'),
    async () => {
      await call(removeIpRule, { ruleId })
      toast.ok(t('ruleRemoved'))
    },
    refreshIpRules,
  )
}

export const regionActions = (region: IpRegion, edit: () => void): readonly Action[] => [
  { name: 'ip-region.edit', label: t('edit'), icon: Pencil, keys: 'Enter', run: edit },
  {
    name: 'ip-region.remove',
    label: t('remove'),
    icon: Trash2,
    danger: true,
    run: () => void removeRegion(region),
  },
]

async function removeRegion({ regionId, regionName: name, rules }: IpRegion): Promise<void> {
  const sure =
    // The server says which rules are in the way.
    rules > 0 ||
    (await confirm({
      type: 'warning',
      title: t('removeRegionTitle', { name }),
      text: t('removeRegionText'),
      confirmText: t('remove'),
      confirmIcon: Trash2,
      danger: true,
    }))
  if (!sure) return
  await withErrorMessage(
    t('notRemoved'),
    async () => {
      await call(removeIpRegion, { regionId })
      toast.ok(t('regionRemoved', { name }))
    },
    refreshIpRules,
  )
}
