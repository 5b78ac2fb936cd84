import { createFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import type { Instance } from '@clouddisk/contract/files'
import { call } from '../../lib/api.ts'
import { callInBatches, sortResults } from '../../lib/batches.ts'
import { beginPending, FAVORITES_LIST } from '../../lib/pending.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { t } from './strings.ts'

/** Sets or clears the favorite mark of items; shown at once. */
export async function setFavorite(items: readonly Instance[], on: boolean): Promise<void> {
  const affected = items.filter((item) => item.isCollect !== on)
  if (affected.length === 0) return
  const ids = affected.map((item) => item.instanceId)
  const pending = beginPending({
    patches: ids.map((id) => [id, { isCollect: on }] as const),
    hides: on ? [] : [{ list: FAVORITES_LIST, ids }],
  })
  try {
    const answers = await callInBatches(ids, (instanceIds) =>
      call(on ? createFavorites : removeFavorites, { instanceIds }),
    )
    const { done, failed } = sortResults(affected, answers)
    pending.release(failed.map((one) => one.item.instanceId))
    pending.settle()
    refreshAround('favorites', 'details')
    await refreshFolders(new Set(affected.map((item) => item.parentId)))
    if (done.length > 1) toast.ok(changing(on ? 'starred' : 'unstarred'))
    showFailures(t('notStarredItems'), failed)
  } catch (error) {
    pending.release()
    showError(t('notStarredItems'), error)
  }
}
