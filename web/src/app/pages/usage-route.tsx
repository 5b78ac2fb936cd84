import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { removeItems } from '../../features/files/lazy-actions.ts'
import { emptyTrash } from '../../features/trash/trash.ts'
import { UsagePage } from '../../features/usage/usage-page.tsx'

/** What fills the person's space, or a group's, as the address says. */
export function UsageRoute(): ReactElement {
  const { group, show, kind } = useSearch({ strict: false }) as Record<string, string | undefined>
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const narrow = useCallback(
    (nextShow: string, nextKind: string | undefined) =>
      void navigate({
        to: pathname,
        search: {
          ...(group && { group }),
          ...(nextShow !== 'files' && { show: nextShow }),
          ...(nextKind && { kind: nextKind }),
        },
        replace: true,
      }),
    [navigate, pathname, group],
  )
  return (
    <UsagePage
      key={group}
      groupId={group || undefined}
      show={show}
      kind={kind}
      narrow={narrow}
      removeItems={removeItems}
      openTrash={() => void navigate({ to: '/recycleBin', search: { ...(group && { group }) } })}
      emptyTrash={() => void emptyTrash(group ? { groupId: group } : {})}
    />
  )
}
