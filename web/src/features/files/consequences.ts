import { ApiError } from '@clouddisk/client/http/errors'
import { type Instance, previewMove } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { FolderInput, Trash2 } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { texts } from '../../lib/i18n.ts'
import type { FolderTarget } from '../../lib/offers.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Declined } from './declined.ts'
import { knownPath } from './known-paths.ts'

/** What others notice of a change is said before it is made. */

const n = (one: string, other: string) => ({ one, other })

const t = texts('files-consequences', {
  moveTitle: ['移动到“{{target}}”会改变谁能看到', 'Moving to {{target}} changes who can see this'],
  moveText: [
    '会换一个空间，占用 {{size}}；在原处单独设的权限和共享不跟过去。',
    'It goes to another space and takes {{size}} there; shares and permissions of its own don’t come along.',
  ],
  gains: ['能看到的人', 'Gain access'],
  loses: ['不再能看到的人', 'Lose access'],
  endedShares: ['结束的内部共享', 'Internal shares that end'],
  endedEntries: ['取消的单独权限', 'Permissions that end'],
  people: ['{{count}} 人', n('{{count}} person', '{{count}} people')],
  short: ['空间还差 {{size}}', '{{size}} short'],
  move: ['仍然移动', 'Move anyway'],
  removeTitle: ['删除 {{count}} 项？', n('Delete {{count}} item?', 'Delete {{count}} items?')],
  removeText: [
    '这里共 {{total}} 项，别人也在用。可以作为一步整体还原。',
    'Of {{total}} items here that others use too. It can be restored as one step.',
  ],
  removeConfirm: ['删除 {{count}} 项', n('Delete {{count}} item', 'Delete {{count}} items')],
  takeOutTitle: ['移走 {{count}} 项？', n('Move {{count}} item away?', 'Move {{count}} items away?')],
  takeOutText: [
    '这里共 {{total}} 项，别人也在用；移走后他们就看不到了。',
    'Of {{total}} items here that others use too; they lose them.',
  ],
  takeOutConfirm: ['移走 {{count}} 项', n('Move {{count}} item', 'Move {{count}} items')],
})

/**
 * Asks before files go into another space, with who gains and who loses them. Throws `Declined`.
 * Within one space nothing is asked, and nothing is looked up where both places are known.
 */
export async function agreeToMove(items: readonly Instance[], target: FolderTarget): Promise<void> {
  const root = knownPath(target.instanceId)?.[0]?.instanceId
  if (root !== undefined && items.every((item) => item.instancePathIds.split('/')[0] === root)) return
  const preview = await call(previewMove, {
    instances: items.map((item) => item.instanceId),
    targeParentId: target.instanceId,
  })
  if (!preview.crossing) return
  const { gains, loses, endedShares, endedEntries, requiredSize, missingSize } = preview
  const lines = [
    gains.count > 0 && { label: t('gains'), value: t('people', { count: gains.count }) },
    loses.count > 0 && { label: t('loses'), value: t('people', { count: loses.count }) },
    endedShares > 0 && { label: t('endedShares'), value: String(endedShares) },
    endedEntries > 0 && { label: t('endedEntries'), value: String(endedEntries) },
    missingSize > 0 && { label: t('short', { size: formatSize(missingSize) }) },
  ].filter((line) => line !== false)
  const sure = await confirm({
    type: 'warning',
    title: t('moveTitle', { target: target.instanceName }),
    text: t('moveText', { size: formatSize(requiredSize) }),
    list: lines,
    confirmText: t('move'),
    confirmIcon: FolderInput,
  })
  if (!sure) throw new Declined()
}

/**
 * Makes a call that the server may want the number of confirmed for, because others lose that much: items are deleted,
 * or taken out to another space. Throws `Declined`.
 */
export async function confirmingCount<T>(
  what: 'remove' | 'takeOut',
  make: (confirmed: { readonly confirmCount?: number }) => Promise<T>,
): Promise<T> {
  try {
    return await make({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.name !== 'confirm_mass_delete') throw error
    const count = Number(error.details.count)
    const sure = await confirm({
      type: 'warning',
      title: t(`${what}Title`, { count }),
      text: t(`${what}Text`, { total: Number(error.details.total) }),
      confirmText: t(`${what}Confirm`, { count }),
      confirmIcon: what === 'remove' ? Trash2 : FolderInput,
      danger: true,
    })
    if (!sure) throw new Declined()
    return make({ confirmCount: count })
  }
}
