import type { Group } from '@clouddisk/contract/groups'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { groupMenu } from './actions.ts'
import { GroupAvatar } from './avatars.tsx'
import { GroupCard } from './card.tsx'
import { t } from './strings.ts'

export interface CardsProps {
  label: string
  groups: readonly Group[]
  /** The dashed card at the end. */
  onNew?: { readonly run: () => void; readonly note: string; readonly blocked: boolean } | undefined
}

/** Groups as cards; one tab stop, arrows go across and down. */
export function Cards({ label, groups, onNew }: CardsProps): ReactElement {
  const [at, setAt] = useState(0)
  const grid = useRef<HTMLUListElement>(null)
  const menu = useContextMenu()
  const last = groups.length - 1 + (onNew ? 1 : 0)
  const reached = Math.min(at, last)
  const open = (group: Group, anchor: Element | { x: number; y: number }) =>
    menu.open({
      anchor,
      groups: groupMenu(group),
      label: t('more', { name: group.groupName }),
      header: (
        <span className="flex items-center gap-3">
          <GroupAvatar name={group.groupName} size={30} />
          <span className="truncate text-section font-semibold">{group.groupName}</span>
        </span>
      ),
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const link = (event.target as Element).closest('[data-card]')
    if (!link || !grid.current) return
    const next = stepOf(event.key, reached, last, acrossIn(grid.current))
    const group = groups[reached]
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      if (group) open(group, link)
    } else if (next !== undefined) {
      event.preventDefault()
      setAt(next)
      grid.current.querySelectorAll<HTMLElement>('[data-card]')[next]?.focus()
    }
  }
  return (
    <>
      <ul
        ref={grid}
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const item = event.target.closest('li')
          if (item?.parentElement) setAt([...item.parentElement.children].indexOf(item))
        }}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4"
      >
        {groups.map((group, index) => (
          <li key={group.groupId} className="min-w-0">
            <GroupCard group={group} reached={index === reached} onMenu={open} />
          </li>
        ))}
        {onNew && (
          <li>
            <button
              type="button"
              data-card
              tabIndex={reached === last ? 0 : -1}
              aria-disabled={onNew.blocked || undefined}
              onClick={() => !onNew.blocked && onNew.run()}
              className="flex h-full min-h-[150px] w-full flex-col items-center justify-center gap-1 rounded-l border border-dashed border-line-2 px-4 transition-colors hover:not-aria-disabled:border-ctl hover:not-aria-disabled:bg-hover"
            >
              <Plus size={20} className="mb-1 text-fg-2" aria-hidden />
              <span className="text-body">{t('newGroup')}</span>
              <span className="tabular text-caption text-mut">{onNew.note}</span>
            </button>
          </li>
        )}
      </ul>
      {menu.element}
    </>
  )
}

/** Cards beside each other, as they are drawn. */
function acrossIn(grid: HTMLElement): number {
  const tops = [...grid.children].map((item) => (item as HTMLElement).offsetTop)
  return Math.max(1, tops.filter((top) => top === tops[0]).length)
}

function stepOf(key: string, at: number, last: number, across: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + across,
    ArrowUp: at - across,
    Home: 0,
    End: last,
  }
  const to = steps[key]
  if (to === undefined) return undefined
  return to < 0 || to > last ? at : to
}
