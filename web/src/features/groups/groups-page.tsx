import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import { plain } from './group-entries.tsx'
import { firstGroupsQuery, hrefOf, openGroup } from './groups.ts'
import { t } from './strings.ts'

/** The groups that one is in (A§2). */
export function GroupsPage(): ReactElement {
  usePageTitle(t('title'))
  const { data } = useQuery(firstGroupsQuery(100))
  return (
    <div className="flex h-full min-h-0 flex-col px-6">
      <h1 className="flex h-15 items-center text-page font-semibold">{t('title')}</h1>
      <ul>
        {data?.list.map((group) => (
          <li key={group.groupId}>
            <a
              href={hrefOf(group)}
              onClick={(event) => {
                if (!plain(event)) return
                event.preventDefault()
                openGroup(group)
              }}
            >
              {group.groupName}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
