import { ApiError } from '@clouddisk/client/http/errors'
import { type Instance, previewMove, SHIFT_NAMED_MAX } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { Copy, FolderInput, Trash2 } from 'lucide-react'
import { createElement } from 'react'
import { call } from '../../lib/api.ts'
import { callInBatches } from '../../lib/batches.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { confirm } from '../../ui/confirm.tsx'
import type { ConfirmOptions } from '../../ui/overlay-props.ts'
import { type AccessChanges, Consequences } from './consequences-list.tsx'
import { t } from './consequences-strings.ts'
import { knownPath } from './known-paths.ts'
import { CancelledError } from './undo.ts'

/** Confirms effects on other people before a change. */

/**
 * Confirms a move or copy into another space or a shared folder, listing who gains and who loses access.
 * Throws CancelledError, also if the server would refuse it. Does not ask within one's own space.
 */
export async function confirmAccessChanges(
  what: 'move' | 'copy',
  items: readonly Instance[],
  target: FolderTarget,
): Promise<void> {
  if (isWithinOwnSpace(items, target)) return
  const previews = await callInBatches(
    items.map((item) => item.instanceId),
    (instances) => call(previewMove, { instances, targeParentId: target.instanceId, copy: what === 'copy' }),
  )
  const preview = previews.reduce(mergeAccessChanges)
  const { crossing, gains, loses, missingSize } = preview
  if (missingSize > 0) {
    await confirm(tooFull(preview, target))
    throw new CancelledError()
  }
  const affectsOthers = gains.count + loses.count > 0 || (what === 'move' && crossing)
  if (affectsOthers && !(await confirm(questionOf(what, preview, target)))) throw new CancelledError()
}

/** Whether source and target are known to be in one personal space. */
function isWithinOwnSpace(items: readonly Instance[], { instanceId }: FolderTarget): boolean {
  const root = knownPath(instanceId)?.[0]?.instanceId
  return (
    root !== undefined &&
    items.every((item) => item.groupId === null && item.instancePathIds.split('/')[0] === root)
  )
}

/** Merges the previews of two batches: people are united, sizes are added. */
function mergeAccessChanges(one: AccessChanges, next: AccessChanges): AccessChanges {
  const requiredSize = one.requiredSize + next.requiredSize
  // Free space is known if one of them lacks space.
  const [lacking] = [one, next].filter(({ missingSize }) => missingSize > 0)
  const free = lacking && lacking.requiredSize - lacking.missingSize
  return {
    crossing: one.crossing || next.crossing,
    gains: union(one.gains, next.gains),
    loses: union(one.loses, next.loses),
    endedShares: one.endedShares + next.endedShares,
    endedEntries: one.endedEntries + next.endedEntries,
    requiredSize,
    missingSize: free === undefined ? 0 : requiredSize - free,
  }
}

function union(one: AccessChanges['gains'], next: AccessChanges['gains']): AccessChanges['gains'] {
  const named = new Map([...one.list, ...next.list].map((principal) => [principal.principalId, principal]))
  return { count: Math.max(one.count, next.count), list: [...named.values()].slice(0, SHIFT_NAMED_MAX) }
}

function questionOf(
  what: 'move' | 'copy',
  preview: AccessChanges,
  { instanceName }: FolderTarget,
): ConfirmOptions {
  const { crossing, gains, loses, requiredSize } = preview
  const size = formatSize(requiredSize)
  const details = createElement(Consequences, { preview })
  if (what === 'copy')
    return {
      type: 'warning',
      title: t('copyTitle', { target: instanceName }),
      text: requiredSize > 0 ? t('copyText', { size }) : t('copyTextEmpty'),
      details,
      confirmText: t('copy'),
      confirmIcon: Copy,
    }
  const shifts = gains.count + loses.count > 0
  return {
    type: 'warning',
    title: t(shifts ? 'moveTitle' : 'crossTitle', { target: instanceName }),
    text: crossing ? (requiredSize > 0 ? t('moveText', { size }) : t('moveTextEmpty')) : undefined,
    details,
    confirmText: t('move'),
    confirmIcon: FolderInput,
  }
}

/** Shown if the server would refuse it: has one button. */
const tooFull = (
  { requiredSize, missingSize }: AccessChanges,
  { instanceName }: FolderTarget,
): ConfirmOptions => ({
  type: 'error',
  title: t('fullTitle', { target: instanceName }),
  text: t('fullText', { size: formatSize(requiredSize), missing: formatSize(missingSize) }),
  confirmText: t('know'),
  cancelText: null,
})

/**
 * Makes a call that the server may require a confirmed count for, because other people lose many items: a
 * deletion, or a move to another space. Throws CancelledError.
 */
export async function withConfirmedCount<T>(
  what: 'remove' | 'takeOut',
  make: (confirmed: { readonly confirmCount?: number }) => Promise<T>,
): Promise<T> {
  try {
    return await make({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.name !== 'confirm_mass_delete') throw error
    const count = Number(error.details.count)
    const recent = Number(error.details.recent ?? 0)
    // The count includes the root, which cannot be removed.
    await confirmLossCount(what, { count, total: Number(error.details.total) - 1, recent })
    return make({ confirmCount: count })
  }
}

/**
 * Confirms a removal of many items that other people have; `recent` of them were removed shortly before.
 * Throws CancelledError.
 */
export async function confirmLossCount(
  what: 'remove' | 'takeOut',
  { count: all, total, recent }: { readonly count: number; readonly total: number; readonly recent: number },
): Promise<void> {
  const count = all - recent
  const sure = await confirm({
    type: 'warning',
    title: t(`${what}Title`, { count }),
    text: recent > 0 ? t('removeMoreText', { total, recent }) : t(`${what}Text`, { total }),
    confirmText: t(`${what}Confirm`, { count }),
    confirmIcon: what === 'remove' ? Trash2 : FolderInput,
    danger: true,
  })
  if (!sure) throw new CancelledError()
}
