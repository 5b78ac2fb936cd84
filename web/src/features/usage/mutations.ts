import { formatSize } from '@clouddisk/contract/format'
import type { LargeFile } from '@clouddisk/contract/usage'
import { removeOldVersions } from '@clouddisk/contract/versions'
import { Trash2 } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { callInBatches, sortResults } from '../../lib/batches.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Asks, and removes all versions of the files but the current and the pinned ones, for good. */
export async function removeVersionsOf(files: readonly LargeFile[]): Promise<void> {
  const affected = files.filter(({ versionsSize }) => versionsSize > 0)
  if (affected.length === 0) return
  const size = affected.reduce((sum, { versionsSize }) => sum + versionsSize, 0)
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { count: affected.length }),
    text: t('removeText', { size: formatSize(size) }),
    confirmText: t('removeConfirm'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    const ids = affected.map(({ instanceId }) => instanceId)
    try {
      const answers = await callInBatches(ids, (instanceIds) =>
        call(removeOldVersions, { instanceIds }, { timeoutMs: 10 * 60_000 }),
      )
      const count = answers.reduce((sum, { removed }) => sum + removed, 0)
      const freed = answers.reduce((sum, { freedSize }) => sum + freedSize, 0)
      const { failed } = sortResults(affected, answers)
      if (count > 0) toast.ok(t('removedVersions', { count, size: formatSize(freed) }))
      else if (failed.length === 0) toast.info(t('onlyPinned'))
      showFailures(t('notRemoved'), failed)
    } finally {
      for (const kind of ['folders', 'details', 'favorites', 'capacity'] as const)
        void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
    }
  })
}
