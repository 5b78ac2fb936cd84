import { type LinkCheck, queryLinkCheck } from '@clouddisk/contract/links'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { CheckList } from './check-list.tsx'
import { t } from './check-strings.ts'
import { LinkNotice } from './link-notice.tsx'

const SCANNING_MS = 2000

const TONES = {
  scanning: 'info',
  waiting: 'warn',
  passed: 'warn',
  blocked: 'danger',
  refused: 'danger',
  timeout: 'warn',
} as const satisfies Record<LinkCheck['review'], string>

interface CheckPartProps {
  shareId: string
  /** Why the link does not open; undefined where it does, or will. */
  closed: ReactNode | undefined
}

/** How far the check of an own link is, and what it found. */
export function CheckPart({ shareId, closed }: CheckPartProps): ReactElement | null {
  const { data: check, error } = useQuery({
    ...callQuery([...queryKeys.links, 'check', shareId], queryLinkCheck, { shareId }),
    refetchInterval: ({ state }) => (state.data?.review === 'scanning' ? SCANNING_MS : false),
  })
  const kept = check?.list.filter(({ verdict }) => verdict !== 'approved') ?? []
  const failure = !check && error ? `${t('loadFailed')} ${errorMessage(error)}` : undefined
  const text = check ? textOf(check, kept.length) : failure
  if (!text && !closed) return null
  return (
    <div className="flex flex-col gap-3">
      <LinkNotice tone={check ? TONES[check.review] : 'warn'}>
        {closed}
        {text && <p>{text}</p>}
      </LinkNotice>
      {kept.length > 0 && <CheckList list={kept} />}
    </div>
  )
}

function textOf({ review, checked, files, note }: LinkCheck, kept: number): string | undefined {
  switch (review) {
    case 'scanning':
      return t('scanning', { checked, files })
    case 'passed':
      return kept > 0 ? t('held', { count: kept }) : undefined
    case 'refused':
      return t('refused', { note })
    default:
      return t(review)
  }
}
