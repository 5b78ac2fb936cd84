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
  const goes = await confirm({
    title:
      first && others.length === 0
        ? t('leftOverQuestionOne', { name: first.instanceName })
        : t('leftOverQuestion', { count }),
    text: t(sessions.every(hasStopped) ? 'leftOverDiscardText' : 'leftOverDiscardMaybe', { count, size }),
    confirmText: t('leftOverDiscard'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!goes) return
  try {
    const went = count - (await discardSessions(sessions))
    if (went > 0) toast.info(t('leftOverWentOn', { count: went }))
    else toast.ok(t('leftOverDiscarded', { count, size }))
  } catch (error) {
    toast.error(errorMessage(error))
  }
}
