import { createFavorites, type Favorite, pageFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import { call } from '../../lib/api.ts'
import { callInBatches, sortResults } from '../../lib/batches.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { beginPending, FAVORITES_LIST } from '../../lib/pending.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Operations on favorites, which are files elsewhere: only their marks are changed. */

const PAGE_SIZE = 200

/** Latest first; the call knows no other order. */
export const fetchFavorites = (keyword: string, cursor: string | undefined, signal: AbortSignal) =>
  call(pageFavorites, { keyword, pageSize: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal })

async function refresh(): Promise<void> {
  for (const kind of ['folders', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  await queryClient.invalidateQueries({ queryKey: queryKeys.favorites })
}

/** Removes the marks at once; Undo restores them. */
export async function unmarkFavorites(favorites: readonly Favorite[]): Promise<void> {
  if (favorites.length === 0) return void toast.info(t('nothingSelected'))
  const items = favorites.map((favorite) => favorite.instance)
  const ids = items.map((item) => item.instanceId)
  const pending = beginPending({
    hides: [{ list: FAVORITES_LIST, ids }],
    patches: ids.map((id) => [id, { isCollect: false }] as const),
  })
  try {
    const answers = await callInBatches(ids, (instanceIds) => call(removeFavorites, { instanceIds }))
    const { done, failed } = sortResults(items, answers)
    pending.release(failed.map(({ item }) => item.instanceId))
    pending.settle()
    await refresh()
    if (done.length > 0) {
      const gone = done.map(({ item }) => item.instanceId)
      toast.ok(t('removed', { count: done.length }), {
        action: { label: t('undo'), run: () => void markAgain(gone) },
      })
    }
    showFailures(t('notRemoved'), failed)
  } catch (error) {
    pending.release()
    showError(t('notRemoved'), error)
  }
}

const markAgain = (ids: readonly string[]) =>
  withErrorMessage(t('notUndone'), async () => {
    await callInBatches(ids, (instanceIds) => call(createFavorites, { instanceIds }))
    await refresh()
  })

export const isFolder = ({ instance }: Favorite): boolean => instance.classifierId === 'Folder'

/** Opens a folder; previews a file. */
export function openFavorite(favorite: Favorite, siblings: readonly Favorite[]): void {
  const { instance } = favorite
  if (isFolder(favorite)) {
    extensionFor('navigation')?.openFolder(instance.instanceId)
    return
  }
  const files = siblings.filter((one) => !isFolder(one)).map((one) => one.instance)
  const preview = extensionFor('preview')
  if (preview) preview.open(instance, files)
  else extensionFor('download')?.download([instance])
}

/** Opens its folder with the item selected. */
export const openLocation = ({ instance }: Favorite): void =>
  void extensionFor('navigation')?.openFolder(instance.parentId, instance.instanceId)
