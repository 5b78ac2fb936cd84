import type { AdminBucket, BucketHome } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, User, UsersRound } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { wordsOf } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { choiceWords } from './bucket-words.ts'
import { homesQuery, isAway, openOnes } from './data.ts'
import { accountWords, keyOf, setHomes } from './homes.ts'
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

/** In the place of a bucket's name, which has three letters at least: nothing chosen, and none of one's own. */
const UNCHOSEN = ''
const NONE = '-'

/** Where what comes into the spaces of people, groups and departments goes from now on. */
export function HomeDialog({ first, buckets, open, onOpenChange, onClosed }: HomeDialogProps): ReactElement {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BucketHome>>(
    new Map(first.map((home) => [keyOf(home), home])),
  )
  const present = first[0]?.bucketName ?? UNCHOSEN
  const [bucketName, setBucketName] = useState(present)
  const [busy, setBusy] = useState(false)
  const count = chosen.size
  const removes = bucketName === NONE
  const why =
    count === 0
      ? t('whyNobody')
      : bucketName === UNCHOSEN
        ? t('whyNoBucket')
        : bucketName === present
          ? t('whySame')
          : undefined
  const toggle = (home: BucketHome) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(home))) next.set(keyOf(home), home)
    setChosen(next)
  }
  const set = async () => {
    setBusy(true)
    if (await setHomes([...chosen.values()], removes ? null : bucketName)) onOpenChange(false)
    setBusy(false)
  }
  return (
    <Dialog
      width={600}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      dirty={count > first.length || bucketName !== present}
      busy={busy}
      title={t('homeTitle')}
      footerStart={
        <span className="text-secondary text-mut">
          {why ?? (first.length === 0 && t('chosen', { count }))}
        </span>
      }
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button variant="primary" busy={busy} disabledReason={why} onClick={() => void set()}>
            {t(removes ? 'unsetHome' : 'setHome')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-secondary text-fg-2">{t('homeText')}</p>
        {first.length === 0 ? (
          <Candidates chosen={chosen} onToggle={toggle} />
        ) : (
          <div>
            <p className="text-secondary text-fg-2">{t('whose')}</p>
            {first.map((home) => (
              <span key={keyOf(home)} className="flex min-h-12 py-1">
                <Candidate home={home} />
              </span>
            ))}
          </div>
        )}
        <Field label={t('homeBucket')} hint={hintOf(buckets, bucketName)} required>
          <Select
            value={bucketName}
            onChange={setBucketName}
            placeholder={t('chooseBucket')}
            options={optionsOf(buckets, present)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** Those that take what comes, and the one it is now even if that does not. */
function optionsOf(buckets: readonly AdminBucket[], present: string): SelectOption<string>[] {
  const open = openOnes(buckets)
  const shown = buckets.filter((bucket) => open.includes(bucket) || bucket.bucketName === present)
  const known = shown.some(({ bucketName }) => bucketName === present)
  return [
    ...shown.map((bucket) => ({
      value: bucket.bucketName,
      label: choiceWords(bucket),
      hint: isAway(bucket) ? t('away') : bucket.state === 'readonly' ? t('readonly') : undefined,
    })),
    ...(known || present === UNCHOSEN ? [] : [{ value: present, label: present, hint: t('unknown') }]),
    { value: NONE, label: t('noHome') },
  ]
}

function hintOf(buckets: readonly AdminBucket[], chosen: string): string | undefined {
  if (chosen === NONE) return t('noHomeHint')
  const bucket = buckets.find(({ bucketName }) => bucketName === chosen)
  if (bucket?.state === 'readonly') return t('readonlyHint')
  return bucket && isAway(bucket) ? t('awayHint') : undefined
}

const FOUND_MAX = 50
const FOUND_LOOK = 'mt-2 min-h-0 flex-1 overflow-y-auto rounded-m border border-line p-1'

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
    <section aria-labelledby={id} className="flex h-[min(40vh,340px)] flex-col">
      <p id={id} className="mb-1.5 text-secondary text-fg-2">
        {t('whose')}{' '}
        <span aria-hidden className="text-danger">
          *
        </span>
      </p>
      <SearchField label={t('searchWho')} value={typed} onChange={setTyped} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section aria-label={t('searchWho')} tabIndex={0} className={FOUND_LOOK}>
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
                  label={<Candidate home={home} />}
                />
              </li>
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

function Candidate({ home }: { home: BucketHome }): ReactElement {
  const Icon = HOME_ICONS[home.principalType]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pl-1.5">
      <Icon size={18} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body text-fg">{home.name}</span>
        <span className="block truncate text-caption text-mut">
          {[t(`type_${home.principalType}`), accountWords(home), home.departmentPath.join(' / ')]
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
