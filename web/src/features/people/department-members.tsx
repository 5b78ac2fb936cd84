import { useQueries } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { Recipient } from '../../lib/people.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { ListError, ListNote } from './list-messages.tsx'
import { departmentPeopleQuery, departmentsQuery } from './queries.ts'
import { t } from './strings.ts'

/** The people of a department, to review before sharing with it; subdepartments can be opened. */
export function DepartmentMembers({
  of,
  onBack,
}: {
  of: Recipient
  onBack: (() => void) | undefined
}): ReactElement {
  const [path, setPath] = useState<readonly Recipient[]>([of])
  const here = path.at(-1) ?? of
  const back = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each department that is opened
  useEffect(() => back.current?.focus(), [here.principalId])
  const { name } = here
  return (
    <section aria-label={t('rosterOf', { name })} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2">
        <IconButton
          ref={back}
          icon={ArrowLeft}
          label={t('back')}
          onClick={() => (path.length > 1 ? setPath(path.slice(0, -1)) : onBack?.())}
        />
        <h3 className="min-w-0 flex-1 truncate text-body font-semibold">{name}</h3>
        <span className="tabular px-2 text-secondary text-mut">{t('people', { count: here.count })}</span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <Names of={here} onOpen={(next) => setPath([...path, next])} />
      </div>
    </section>
  )
}

function Names({ of, onOpen }: { of: Recipient; onOpen: (next: Recipient) => void }): ReactElement {
  const [people, departments] = useQueries({
    queries: [departmentPeopleQuery(of.principalId), departmentsQuery(of.principalId)],
  })
  const error = people.error ?? departments.error
  if (error) {
    const retry = () => {
      void people.refetch()
      void departments.refetch()
    }
    return <ListError error={error} onRetry={retry} />
  }
  if (!people.data || !departments.data) return <SkeletonRows rows={6} rowHeight={44} />
  return (
    <>
      <ul>
        {departments.data.nodes.map(({ recipient }) => (
          <li key={recipient.principalId}>
            <button
              type="button"
              onClick={() => onOpen(recipient)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-m px-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <PrincipalAvatar type="department" name={recipient.name} />
              <span className="min-w-0 flex-1 truncate">{recipient.name}</span>
              <span className="tabular text-secondary text-mut">
                {t('people', { count: recipient.count })}
              </span>
              <ChevronRight size={16} aria-hidden className="text-mut" />
            </button>
          </li>
        ))}
        {people.data.list.map((one) => (
          <li key={one.principalId} className="flex min-h-11 items-center gap-2.5 px-3 py-1">
            <PrincipalAvatar type="user" name={one.name} />
            <TwoLines className="flex-1" nameClass="" name={one.name} note={one.detail} />
          </li>
        ))}
      </ul>
      {people.data.truncated && <ListNote>{t('morePeople', { count: people.data.list.length })}</ListNote>}
    </>
  )
}
