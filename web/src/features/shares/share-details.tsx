import { type Instance, queryInstanceDetail } from '@clouddisk/contract/files'
import type { Share } from '@clouddisk/contract/shares'
import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './page-strings.ts'

/** What the address asks for: a shared item with a tab of its details. */
export interface AskedItem {
  readonly select?: string
  readonly tab?: string
  /** The history entry: the same item may be asked for again. */
  readonly entryKey: string
}

interface ShownList {
  readonly targets: Targets<Share>
  readonly selected: Targets<Share>
  readonly focusTable: () => void
}

/** The details of the chosen shares beside their list, or of the item that the address names. */
export function useShareDetails({ select, tab, entryKey }: AskedItem, list: ShownList) {
  const details = useExtension('details')
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Instance>()
  const answered = useRef<string>(undefined)
  useEffect(() => {
    if (select === undefined || answered.current === entryKey) return
    answered.current = entryKey
    void withErrorMessage(t('notFound'), async () => {
      setAsked(await call(queryInstanceDetail, { instanceId: select }))
      setOpen(true)
    })
  }, [select, entryKey])
  const { targets, selected, focusTable } = list
  // Of one that was chosen by its menu alone.
  const show = (share: Share | undefined) => {
    setAsked(share?.instance)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setAsked(undefined)
    focusTable()
  }
  const shown = selected.count > 0 || !asked ? itemsOf(selected.count > 0 ? selected : targets) : one(asked)
  const panel: ReactElement | false = details !== undefined && open && (
    <Suspense>
      <details.Panel key={asked?.instanceId} {...shown} tab={asked ? tab : undefined} onClose={close} />
    </Suspense>
  )
  return { panel, show: details && show }
}

const one = (item: Instance) => ({ items: [item], count: 1 })
const itemsOf = ({ items, count }: Targets<Share>) => ({
  items: items.map(({ instance }) => instance),
  count,
})
