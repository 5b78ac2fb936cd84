import type { Instance } from '@clouddisk/contract/files'
import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useTouch } from '../../lib/media-query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { t as changing } from './mutation-strings.ts'

/** Confirms moving items to the recycle bin, with their number and retention (DESIGN.md voice 18). */
export async function confirmRemoval(
  items: readonly Instance[],
  days: number,
): Promise<{ confirmed: boolean; dontAsk: boolean }> {
  let dontAsk = false
  const hasFolders = items.some((item) => item.classifierId === 'Folder')
  const confirmed = await confirm({
    type: 'warning',
    title: titleOf(items, hasFolders),
    text: hasFolders
      ? changing('removeFolderText', { days })
      : changing('removeText', { days, count: items.length }),
    details: (
      <DontAskCheckbox
        onChange={(next) => {
          dontAsk = next
        }}
      />
    ),
    confirmText: changing('removeConfirm'),
    confirmIcon: Trash2,
    danger: true,
    // It can be undone, so Enter right after Del confirms.
    focus: 'confirm',
  })
  return { confirmed, dontAsk }
}

function titleOf(items: readonly Instance[], hasFolders: boolean): string {
  const [only] = items
  if (items.length === 1 && only) return changing('removeOneTitle', { name: only.instanceName })
  return changing(hasFolders ? 'removeItemsTitle' : 'removeFilesTitle', { count: items.length })
}

function DontAskCheckbox({ onChange }: { onChange: (on: boolean) => void }): ReactElement {
  const [on, setOn] = useState(false)
  const touch = useTouch()
  return (
    <Checkbox
      className="mt-3"
      checked={on}
      label={changing(touch ? 'dontAskTouch' : 'dontAsk')}
      onChange={(next) => {
        setOn(next)
        onChange(next)
      }}
    />
  )
}
