import { type AdminGroup, cancelAnyDissolve, dissolveAnyGroup } from '@clouddisk/contract/admin-groups'
import { formatSize } from '@clouddisk/contract/format'
import { CircleX } from 'lucide-react'
import { call, errorMessage } from '../../../lib/api.ts'
import { limits } from '../../../lib/limits.ts'
import { ask, confirm } from '../../../ui/confirm.tsx'
import { showError } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { formatDay } from '../days.ts'
import { refreshAllGroups } from './data.ts'
import { t } from './strings.ts'

/** Changes of one or many groups: each is made independently, and one message reports all. */

type Groups = readonly AdminGroup[]

interface BatchOutcome {
  readonly done: Groups
  /** As the groups are now. */
  readonly now: Groups
}

/** Calls `work` for each group, also after one failed; shows those that failed. */
async function callForEach(
  groups: Groups,
  failure: string,
  work: (group: AdminGroup) => Promise<AdminGroup>,
): Promise<BatchOutcome> {
  const done: AdminGroup[] = []
  const now: AdminGroup[] = []
  const failed: { group: AdminGroup; error: unknown }[] = []
  for (const group of groups)
    try {
      now.push(await work(group))
      done.push(group)
    } catch (error) {
      failed.push({ group, error })
    }
  await refreshAllGroups()
  const [first] = failed
  if (first && groups.length === 1) showError(failure, first.error)
  else if (first)
    void ask({
      type: 'error',
      title: t('someFailed', { count: failed.length, what: failure }),
      list: failed.map(({ group, error }) => ({ label: group.groupName, value: errorMessage(error) })),
      cancelText: null,
      confirmText: t('gotIt'),
    })
  return { done, now }
}

const sum = (groups: Groups, of: (group: AdminGroup) => number): string =>
  formatSize(groups.reduce((all, group) => all + of(group), 0))

const lines = (groups: Groups) =>
  groups.slice(0, 50).map((group) => ({
    label: group.groupName,
    value: `${t('memberCount', { count: group.memberCount })} · ${formatSize(group.usedCapacity)}`,
  }))

const NAMED = 5

function heldText(held: Groups): string {
  const names = held.slice(0, NAMED).map(({ groupName }) => t('quoted', { name: groupName }))
  return held.length > NAMED
    ? t('heldMore', { names: names.join(t('comma')), count: held.length })
    : t('held', { names: names.join(t('comma')) })
}

/** Asks first, saying what is lost. Groups that are being handed over are left out. */
export async function dissolveGroups(all: Groups): Promise<void> {
  const groups = all.filter(({ handover }) => handover === null)
  const held = all.filter(({ handover }) => handover !== null)
  const [only] = groups
  if (!only) return
  const days = limits().dissolveDays
  const one = groups.length === 1
  const sure = await confirm({
    title: one ? t('dissolveOne', { name: only.groupName }) : t('dissolveMany', { count: groups.length }),
    text: one
      ? t('dissolveText', {
          people: t('memberCount', { count: only.memberCount }),
          size: formatSize(only.usedCapacity),
          days,
          capacity: formatSize(only.totalCapacity),
          giver: only.departmentName ?? only.ownerName,
        })
      : t('dissolveManyText', {
          size: sum(groups, (group) => group.usedCapacity),
          days,
          capacity: sum(groups, (group) => group.totalCapacity),
        }),
    list: one ? undefined : lines(groups),
    details: held.length > 0 ? heldText(held) : undefined,
    confirmText: t('dissolveConfirm'),
    confirmIcon: CircleX,
    danger: true,
  })
  if (!sure) return
  const { done, now } = await callForEach(groups, t('notDissolved'), ({ groupId }) =>
    call(dissolveAnyGroup, { groupId }),
  )
  const [first] = now
  if (!first) return
  const day = formatDay(first.dissolveTime ?? '')
  toast.ok(
    done.length === 1
      ? t('dissolved', { name: first.groupName, day })
      : t('dissolvedMany', { count: done.length, day }),
    { action: { label: t('undo'), run: () => void cancelDissolutions(done) } },
  )
}

export async function cancelDissolutions(groups: Groups): Promise<void> {
  const { done } = await callForEach(groups, t('notCalledBack'), ({ groupId }) =>
    call(cancelAnyDissolve, { groupId }),
  )
  const [first] = done
  if (first)
    toast.ok(
      done.length === 1
        ? t('calledBack', { name: first.groupName })
        : t('calledBackMany', { count: done.length }),
    )
}
