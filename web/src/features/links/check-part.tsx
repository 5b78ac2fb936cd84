import { queryLinkCheck } from '@clouddisk/contract/links'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { CheckList } from './check-list.tsx'
import { t } from './check-strings.ts'

const SCANNING_MS = 2000

/** How far the check of an own link is, and what it found. */
export function CheckPart({ shareId }: { shareId: string }): ReactElement | null {
  const { data: check, error } = useQuery({
    ...callQuery([...queryKeys.links, 'check', shareId], queryLinkCheck, { shareId }),
    refetchInterval: ({ state }) => (state.data?.review === 'scanning' ? SCANNING_MS : false),
  })
  if (!check) return error ? <p role="status">{`${t('loadFailed')} ${errorMessage(error)}`}</p> : null
  const kept = check.list.filter(({ verdict }) => verdict !== 'approved')
  if (check.review === 'passed' && kept.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-secondary">
        {check.review === 'scanning' && t('scanning', { checked: check.checked, files: check.files })}
        {check.review === 'waiting' && t('waiting')}
        {check.review === 'passed' && t('held', { count: kept.length })}
        {check.review === 'blocked' && t('blocked')}
        {check.review === 'refused' && t('refused', { note: check.note })}
      </p>
      {kept.length > 0 && <CheckList list={kept} />}
    </div>
  )
}
