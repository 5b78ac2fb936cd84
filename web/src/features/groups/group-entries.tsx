import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { EyeOff } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import { dropFolder } from '../../lib/drop-target.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { currentGroupId, firstGroupsQuery, groupHref, hiddenShown, openGroup } from './groups.ts'
import { t } from './strings.ts'

/** Groups that the menu shows. */
const FIRST = 5

/** Below the menu's entry: the first groups, each a place to drop files on, and the way to hidden ones. */
export function GroupEntries({ onChosen }: { onChosen?: (() => void) | undefined }): ReactElement | null {
  const { data } = useQuery(firstGroupsQuery(FIRST))
  const inFront = currentGroupId.use()
  if (!data) return null
  return (
    <ul className="flex flex-col gap-0.5">
      {data.list.map((group) => (
        <li key={group.groupId} {...dropFolder(group.rootId, group.groupName)}>
          <a
            href={groupHref(group)}
            title={group.groupName}
            aria-current={inFront === group.groupId ? 'page' : undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              openGroup(group)
              onChosen?.()
            }}
            className={clsx(
              entryClass,
              inFront === group.groupId ? 'bg-side-on font-medium text-side-on-fg' : 'hover:bg-side-hover',
            )}
          >
            <span className="truncate">{group.groupName}</span>
          </a>
        </li>
      ))}
      {data.list.length === 0 && data.hiddenCount === 0 && (
        <li className="px-2.5 py-1.5 text-secondary text-side-mut">{t('none')}</li>
      )}
      {data.hiddenCount > 0 && (
        <li>
          <button
            type="button"
            onClick={() => {
              hiddenShown.set(true)
              extensionFor('navigation')?.openArea('group')
              onChosen?.()
            }}
            className={clsx(entryClass, 'gap-2 text-side-mut hover:bg-side-hover')}
          >
            <EyeOff size={14} aria-hidden />
            <span className="truncate">{t('hiddenGroups')}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

const entryClass =
  'flex h-8 w-full items-center rounded-m px-2.5 text-left text-secondary outline-side-focus transition-colors pointer-coarse:h-11'

/** Of what a click opens elsewhere the browser takes care. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
