import { formatSize } from '@clouddisk/contract/format'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { Trash2 } from 'lucide-react'
import { errorMessage } from '../../../lib/api.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { t } from '../question-strings.ts'
import { discardSessions, hasStopped } from './unfinished.ts'

/** Discards unfinished uploads of other browsers after a confirmation, and shows the result. */
export async function confirmAndDiscard(sessions: readonly OpenUpload[]): Promise<void> {
  const [first, ...others] = sessions
  const count = sessions.length
  const size = formatSize(sessions.reduce((sum, { fileSize }) => sum + fileSize, 0))
  const confirmed = await confirm({
    title:
      first && others.length === 0
        ? t('discardOneTitle', { name: first.instanceName })
        : t('discardTitle', { count }),
    text: t(sessions.every(hasStopped) ? 'discardText' : 'discardActiveText', { count, size }),
    confirmText: t('discard'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!confirmed) return
  try {
    const kept = count - (await discardSessions(sessions))
    if (kept > 0) toast.info(t('notDiscarded', { count: kept }))
    else toast.ok(t('discarded', { count, size }))
  } catch (error) {
    toast.error(errorMessage(error))
  }
}
