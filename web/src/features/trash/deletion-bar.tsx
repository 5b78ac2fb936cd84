import { Layers, Undo2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from './strings.ts'
import { restoreWholeDeletion } from './trash.ts'
import type { Trash } from './use-trash.ts'

/** Says that one deletion alone is shown, and takes it back as one. */
export function DeletionBar({
  trash,
  deletionId,
}: {
  trash: Trash
  deletionId: string
}): ReactElement | null {
  const { list, first: page, keyword, onDeletion, place } = trash
  const [busy, setBusy] = useState(false)
  const [first] = list.loaded
  if (!first) return null
  const restore = async () => {
    setBusy(true)
    try {
      if (await restoreWholeDeletion(deletionId, place.bin)) list.focusTable()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mx-6 flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-2 rounded-l bg-info-soft px-3 py-1.5 max-md:mx-0 max-md:rounded-none max-md:px-4 max-md:py-2.5">
      <p className="flex min-w-0 flex-1 items-center gap-2 text-secondary max-md:basis-full">
        <Layers size={16} aria-hidden className="shrink-0 text-info" />
        {!keyword &&
          t('ofDeletion', { who: first.deleteUser, items: t('items', { count: page?.total ?? 0 }) })}
      </p>
      <Button size="small" className="max-md:grow" onClick={() => onDeletion(undefined)}>
        {t('wholeBin')}
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={Undo2}
        busy={busy}
        className="max-md:grow"
        onClick={() => void restore()}
      >
        {t('restoreDeletion')}
      </Button>
    </div>
  )
}
