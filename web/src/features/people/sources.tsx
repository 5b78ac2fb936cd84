import type { PrincipalType } from '@clouddisk/contract/people'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { useDebounced } from '../../lib/debounce.ts'
import type { Recipient } from '../../lib/people.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DepartmentMembers } from './department-members.tsx'
import { EmptyList, ListError, ListNote } from './list-messages.tsx'
import { Organisation } from './organisation.tsx'
import { PickList, type PickListHandle } from './pick-list.tsx'
import { ownGroupsQuery, type RecipientSearchResult, recentQuery, searchQuery } from './queries.ts'
import type { RecipientSelection } from './recipient-selection.ts'
import { t } from './strings.ts'

export interface SourcesProps {
  choice: RecipientSelection
  kinds: readonly PrincipalType[]
  roster: Recipient | undefined
  onRosterClosed: (() => void) | undefined
}

type PickerSource = 'organisation' | 'recent' | 'groups'

/** The left half: search, or the organisation, those chosen lately and one's groups. */
export function Sources({ choice, kinds, roster, onRosterClosed }: SourcesProps): ReactElement {
  const [keyword, setKeyword] = useState('')
  const settled = useDebounced(keyword.trim())
  const [source, setSource] = useState<PickerSource>('organisation')
  const results = useRef<PickListHandle>(null)
  if (roster) return <DepartmentMembers key={roster.principalId} of={roster} onBack={onRosterClosed} />
  const tabs: { value: PickerSource; label: string }[] = [
    { value: 'organisation', label: t('organisation') },
    { value: 'recent', label: t('recent') },
  ]
  if (kinds.includes('group')) tabs.push({ value: 'groups', label: t('groups') })
  return (
    <>
      <div className="px-3 pt-3 max-md:px-6">
        <SearchField
          label={t(kinds.includes('group') ? 'searchGroups' : 'search')}
          value={keyword}
          onChange={setKeyword}
          onEnter={() => results.current?.focus()}
        />
      </div>
      {keyword.trim() ? (
        <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2 max-md:px-3">
          <Results keyword={settled || keyword.trim()} choice={choice} kinds={kinds} handle={results} />
        </div>
      ) : (
        <Tabs
          tabs={tabs}
          value={source}
          onChange={setSource}
          label={t('sources')}
          className="px-5 max-md:px-6"
          panelClassName="overflow-y-auto py-2"
        >
          {source === 'organisation' ? (
            <Organisation choice={choice} kinds={kinds} />
          ) : source === 'recent' ? (
            <Recent choice={choice} kinds={kinds} />
          ) : (
            <Groups choice={choice} />
          )}
        </Tabs>
      )}
    </>
  )
}

function Results(props: {
  keyword: string
  choice: RecipientSelection
  kinds: readonly PrincipalType[]
  handle: React.RefObject<PickListHandle | null>
}): ReactElement {
  const { keyword, choice, kinds, handle } = props
  const query = useQuery({
    ...searchQuery(keyword, kinds),
    placeholderData: (before) => before,
  })
  return (
    <FoundList
      query={query}
      label={t('found')}
      choice={choice}
      handle={handle}
      empty={<EmptyList title={t('noMatch', { keyword })} text={t('noMatchText')} />}
    />
  )
}

function Recent({
  choice,
  kinds,
}: {
  choice: RecipientSelection
  kinds: readonly PrincipalType[]
}): ReactElement {
  const select = useMemo(
    () =>
      ({ list, truncated }: RecipientSearchResult): RecipientSearchResult => ({
        list: list.filter((one) => kinds.includes(one.principalType)),
        truncated,
      }),
    [kinds],
  )
  const query = useQuery({ ...recentQuery, select })
  return (
    <div className="px-2">
      <FoundList
        query={query}
        label={t('recent')}
        choice={choice}
        empty={<EmptyList title={t('noRecent')} text={t('noRecentText')} />}
      />
    </div>
  )
}

function Groups({ choice }: { choice: RecipientSelection }): ReactElement {
  const query = useQuery(ownGroupsQuery)
  return (
    <div className="px-2">
      <FoundList
        query={query}
        label={t('groups')}
        choice={choice}
        empty={<EmptyList title={t('noGroups')} text={t('noGroupsText')} />}
      />
    </div>
  )
}

function FoundList(props: {
  query: UseQueryResult<RecipientSearchResult>
  label: string
  choice: RecipientSelection
  handle?: React.RefObject<PickListHandle | null>
  empty: ReactElement
}): ReactElement {
  const { query, label, choice, handle, empty } = props
  if (query.error) return <ListError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows rows={6} rowHeight={44} />
  if (query.data.list.length === 0) return empty
  return (
    <>
      <PickList label={label} list={query.data.list} choice={choice} {...(handle && { ref: handle })} />
      {query.data.truncated && <ListNote>{t('morePeople', { count: query.data.list.length })}</ListNote>}
    </>
  )
}
