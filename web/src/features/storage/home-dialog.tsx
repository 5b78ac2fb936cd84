import { type AdminBucket, type BucketHome, setBucketHome } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, User, UsersRound } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { call, wordsOf } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { tellError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { homesQuery, openOnes, refreshStorage } from './data.ts'
import { t } from './strings.ts'

export const HOME_ICONS: Record<BucketHome['principalType'], LucideIcon> = {
  user: User,
  group: UsersRound,
  department: Building2,
}

export interface HomeDialogProps {
  /** Whose it is to be; empty: they are chosen here. */
  first: readonly BucketHome[]
  buckets: readonly AdminBucket[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** In the place of a bucket's name: none of one's own. */
const NONE = ''

const keyOf = ({ principalType, principalId }: BucketHome): string => `${principalType}.${principalId}`

/** Where what comes into the spaces of people, groups and departments goes from now on. */
export function HomeDialog({ first, buckets, open, onOpenChange, onClosed }: HomeDialogProps): ReactElement {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BucketHome>>(
    new Map(first.map((home) => [keyOf(home), home])),
  )
  const [bucketName, setBucketName] = useState(first[0]?.bucketName ?? NONE)
  const [busy, setBusy] = useState(false)
  const count = chosen.size
  const toggle = (home: BucketHome) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(home))) next.set(keyOf(home), home)
    setChosen(next)
  }
  const set = async () => {
    setBusy(true)
    try {
      const { changed } = await call(setBucketHome, {
        principals: [...chosen.values()].map(({ principalType, principalId }) => ({
          principalType,
          principalId,
        })),
        ...(bucketName !== NONE && { bucketName }),
      })
      onOpenChange(false)
      toast.ok(t('homeSet', { count: changed }))
      await refreshStorage()
    } catch (error) {
      tellError(t('notSet'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      width={600}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      dirty={count > first.length}
      busy={busy}
      title={t('homeTitle')}
      footerStart={count > 0 && <span className="text-secondary text-mut">{t('chosen', { count })}</span>}
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={count === 0 ? t('chooseWho') : undefined}
            onClick={() => void set()}
          >
            {t('set')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-secondary text-fg-2">{t('homeText')}</p>
        <Field label={t('homeBucket')}>
          <Select
            value={bucketName}
            onChange={setBucketName}
            options={[
              { value: NONE, label: t('noHome') },
              ...openOnes(buckets).map((bucket) => ({
                value: bucket.bucketName,
                label: bucket.bucketName,
              })),
            ]}
          />
        </Field>
        {first.length === 0 && <Candidates chosen={chosen} onToggle={toggle} />}
      </div>
    </Dialog>
  )
}

const FOUND_MAX = 50

interface CandidatesProps {
  chosen: ReadonlyMap<string, BucketHome>
  onToggle: (home: BucketHome) => void
}

function Candidates({ chosen, onToggle }: CandidatesProps): ReactElement {
  const id = useId()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery(homesQuery({ all: true, pageSize: FOUND_MAX, ...(keyword && { keyword }) }))
  const list = query.data?.list ?? []
  return (
    <div className="flex h-[min(40vh,340px)] flex-col">
      <SearchField label={t('searchWho')} value={typed} onChange={setTyped} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section aria-label={t('searchWho')} tabIndex={0} className="mt-2 min-h-0 flex-1 overflow-y-auto">
        {query.error && !query.data ? (
          <ErrorState text={wordsOf(query.error)} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={5} />
        ) : list.length === 0 ? (
          <p role="status" className="py-12 text-center text-secondary text-mut">
            {t('nobody')}
          </p>
        ) : (
          <ul>
            {list.map((home) => (
              <li key={keyOf(home)}>
                <Checkbox
                  checked={chosen.has(keyOf(home))}
                  onChange={() => onToggle(home)}
                  className="flex! min-h-12 w-full rounded-m px-3 py-1 text-body! hover:bg-hover"
                  label={<Candidate id={`${id}-${home.principalId}`} home={home} />}
                />
              </li>
            ))}
          </ul>
        )}
        {query.data && query.data.total > list.length && (
          <p className="px-3 py-3 text-caption text-mut">{t('firstOnly', { count: list.length })}</p>
        )}
      </section>
    </div>
  )
}

function Candidate({ id, home }: { id: string; home: BucketHome }): ReactElement {
  const Icon = HOME_ICONS[home.principalType]
  return (
    <span id={id} className="flex min-w-0 flex-1 items-center gap-3 pl-1.5">
      <Icon size={18} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-fg">{home.name}</span>
        <span className="block truncate text-caption text-mut">
          {[t(`type_${home.principalType}`), home.account, home.departmentPath.join(' / ')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {home.bucketName && (
        <span className="max-w-40 truncate text-caption text-mut">{t('now', { name: home.bucketName })}</span>
      )}
    </span>
  )
}
