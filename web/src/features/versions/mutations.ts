import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { pinVersion, removeVersions, restoreVersion, type Version } from '@clouddisk/contract/versions'
import { call, withoutErrorCode } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'
import { itemOf, refreshVersions } from './versions.ts'

/** What is done with versions; each shows its own result and errors. */

export const previewVersion = (item: Instance, version: Version): void =>
  extensionFor('preview')?.open(itemOf(item, version), undefined, version.versionId)

export const downloadVersion = (item: Instance, version: Version): void =>
  extensionFor('download')?.download([{ ...itemOf(item, version), versionId: version.versionId }])

/** Restores a version; its message takes it back by restoring what was current before. */
export async function restore(item: Instance, version: Version, former: Version | undefined): Promise<void> {
  const { instanceId } = item
  await withErrorMessage(t('notRestored'), async () => {
    await call(restoreVersion, { instanceId, versionId: version.versionId })
    await refreshVersions(item)
    const text = t('restored', { no: version.versionNo })
    toast.ok(text, former ? { action: { label: t('undo'), run: () => void undo(item, former) } } : {})
  })
}

async function undo(item: Instance, former: Version): Promise<void> {
  await withErrorMessage(t('notUndone'), async () => {
    await call(restoreVersion, { instanceId: item.instanceId, versionId: former.versionId })
    await refreshVersions(item)
    toast.ok(t('undone'))
  })
}

/** Rethrows the call's error. */
export async function pin(item: Instance, version: Version, name: string): Promise<void> {
  await call(pinVersion, { instanceId: item.instanceId, versionId: version.versionId, name })
  await refreshVersions(item)
  toast.ok(t('pinDone', { no: version.versionNo }))
}

export async function unpin(item: Instance, version: Version): Promise<void> {
  await withErrorMessage(t('notUnpinned'), async () => {
    await call(pinVersion, { instanceId: item.instanceId, versionId: version.versionId, pinned: false })
    await refreshVersions(item)
    toast.ok(t('unpinned'))
  })
}

/** Asks, and removes versions for good. */
export async function remove(item: Instance, versions: readonly Version[]): Promise<void> {
  const count = versions.length
  const size = formatSize(versions.reduce((sum, { fileSize }) => sum + fileSize, 0))
  const pinned = versions.filter((version) => version.pinned).length
  const sure = await confirm({
    title: t('deleteQuestion', { count }),
    text: [t('deleteText', { size }), pinned > 0 && t('deletePinned', { count: pinned })]
      .filter(Boolean)
      .join(' '),
    confirmText: t('delete'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notDeleted'), async () => {
    const { list, freedSize } = await call(removeVersions, {
      instanceId: item.instanceId,
      versionIds: versions.map(({ versionId }) => versionId),
    })
    await refreshVersions(item)
    const failed = list.find(({ errcode }) => errcode !== 0)
    const done = list.filter(({ errcode }) => errcode === 0).length
    if (done > 0) toast.ok(t('deleted', { count: done, size: formatSize(freedSize) }))
    if (failed) toast.error(withoutErrorCode(failed.errmsg))
  })
}
