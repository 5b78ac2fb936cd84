import { Trash2 } from 'lucide-react'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshSites } from './data.ts'
import { t } from './strings.ts'

interface Removal {
  title: string
  text: string
  removed: string
  run: () => Promise<unknown>
}

/** Asks, deletes and says so. */
export async function removeEntry({ title, text, removed, run }: Removal): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title,
    text,
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notRemoved'),
    async () => {
      await run()
      toast.ok(removed)
    },
    refreshSites,
  )
}
