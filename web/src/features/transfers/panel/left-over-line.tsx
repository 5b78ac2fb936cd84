import type { UploadState } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import { CloudUpload, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { wordsOf } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { t } from '../question-strings.ts'
import { discard, leftOver, openUploadsQuery } from '../recovery/left-over.ts'

/** Says that uploads from elsewhere hold space, and lets go of them. */
export function LeftOverLine({ state }: { state: UploadState }): ReactElement | null {
  const { data } = useQuery(openUploadsQuery)
  const sessions = leftOver(data ?? [], state)
  if (sessions.length === 0) return null
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-caption text-fg-2">
      <CloudUpload size={14} aria-hidden className="text-mut" />
      <span className="min-w-0 flex-1">
        {t('leftOver', { count: sessions.length, size: formatSize(sizeOf(sessions)) })}
      </span>
      <Button variant="bare" size="small" onClick={() => void discardAsking(sessions)}>
        {t('leftOverSee')}
      </Button>
    </div>
  )
}

const sizeOf = (sessions: readonly OpenUpload[]): number =>
  sessions.reduce((sum, { fileSize }) => sum + fileSize, 0)

/** So many are named. */
const LINES = 50

async function discardAsking(sessions: readonly OpenUpload[]): Promise<void> {
  const goes = await confirm({
    title: t('leftOverQuestion', { count: sessions.length }),
    text: t('leftOverText'),
    list: sessions.slice(0, LINES).map(({ instanceName, createTime }) => ({
      label: `${instanceName} · ${formatDateTime(createTime)}`,
    })),
    confirmText: t('leftOverDiscard'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (goes) await discard(sessions).catch((error: unknown) => toast.error(wordsOf(error)))
}
