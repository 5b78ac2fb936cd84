import type { BucketHome } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, User, UsersRound } from 'lucide-react'
import { memo, type ReactElement, useId, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { homesQuery } from './data.ts'
import { accountLabel, homeKey } from './homes.ts'
import { t } from './strings.ts'

export const HOME_ICONS: Record<BucketHome['principalType'], LucideIcon> = {
  user: User,
  group: UsersRound,
  department: Building2,
}

const FOUND_MAX = 50
const FOUND_CLASS = 'mt-2 min-h-0 flex-1 overflow-y-auto rounded-m border border-line p-1'

interface CandidatesProps {
  chosen: ReadonlyMap<string, BucketHome>
  /** No more go into one call. */
  full: boolean
  onToggle: (home: BucketHome) => void
}

/** Everybody whose new content can have a home, looked for by name. */
export function Candidates({ chosen, full, onToggle }: CandidatesProps): ReactElement {
  const id = useId()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery(homesQuery({ all: true, pageSize: FOUND_MAX, ...(keyword && { keyword }) }))
  const list = query.data?.list ?? []
  return (
    <section aria-labelledby={id} className="flex h-[min(40vh,340px)] flex-col">
      <p id={id} className="mb-1.5 text-secondary text-fg-2">
        {t('whose')}{' '}
        <span aria-hidden className="text-danger">
          *
        </span>
      </p>
      <SearchField label={t('searchWho')} value={typed} onChange={setTyped} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section aria-label={t('searchWho')} tabIndex={0} className={FOUND_CLASS}>
        {query.error && !query.data ? (
          <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={5} />
        ) : list.length === 0 ? (
          <p role="status" className="py-12 text-center text-secondary text-mut">
            {t('nobody')}
          </p>
        ) : (
          <ul>
            {list.map((home) => (
              <Choice
                key={homeKey(home)}
                home={home}
                checked={chosen.has(homeKey(home))}
                disabled={full && !chosen.has(homeKey(home))}
                onToggle={onToggle}
              />
            ))}
          </ul>
        )}
        {query.data && query.data.total > list.length && (
          <p className="px-3 py-3 text-caption text-mut">{t('firstOnly', { count: list.length })}</p>
        )}
      </section>
    </section>
  )
}

interface ChoiceProps {
  home: BucketHome
  checked: boolean
  disabled: boolean
  onToggle: (home: BucketHome) => void
}

const Choice = memo(
  ({ home, checked, disabled, onToggle }: ChoiceProps): ReactElement => (
    <li>
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle(home)}
        className="flex! min-h-12 w-full rounded-m px-3 py-1 text-body! hover:bg-hover"
        label={<Candidate home={home} />}
      />
    </li>
  ),
)

/** One of them, and where it goes now. */
export function Candidate({ home }: { home: BucketHome }): ReactElement {
  const Icon = HOME_ICONS[home.principalType]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pl-1.5">
      <Icon size={18} className="shrink-0 text-mut" aria-hidden />
      <TwoLines
        className="flex-1"
        nameClass="text-body text-fg"
        name={home.name}
        note={[t(`type_${home.principalType}`), accountLabel(home), home.departmentPath.join(' / ')]
          .filter(Boolean)
          .join(' · ')}
      />
      {home.bucketName && (
        <span className="max-w-40 truncate text-caption text-mut">{t('now', { name: home.bucketName })}</span>
      )}
    </span>
  )
}
