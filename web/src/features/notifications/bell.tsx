import { formatBadge } from '@clouddisk/contract/format'
import { Bell as BellIcon } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { Popover } from '../../ui/popover.tsx'
import { NoticePanel } from './notice-panel.tsx'
import { useUnreadCount } from './notices.ts'
import { t } from './strings.ts'

/** The bell with the number of unread notifications; opens the list. */
export function Bell(): ReactElement {
  const unread = useUnreadCount()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('title')}
      align="end"
      className="flex max-h-[min(640px,var(--available-height))] w-[420px] max-w-[calc(100vw-16px)] flex-col"
      trigger={
        <button
          type="button"
          aria-label={unread > 0 ? t('bellUnread', { count: unread }) : t('bell')}
          className="finger relative flex size-[34px] shrink-0 items-center justify-center rounded-m text-fg-2 transition-colors hover:bg-hover active:bg-press data-popup-open:bg-hover max-md:size-11 max-md:text-inherit max-md:data-popup-open:bg-side-hover"
        >
          <BellIcon size={18} aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="tabular absolute top-0 left-1/2 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-micro font-semibold text-accent-fg"
            >
              {formatBadge(unread)}
            </span>
          )}
        </button>
      }
    >
      <NoticePanel
        unread={unread}
        onLeave={() => setOpen(false)}
        onSettings={() => {
          setOpen(false)
          extensionFor('settings')?.open('notifications')
        }}
      />
    </Popover>
  )
}
