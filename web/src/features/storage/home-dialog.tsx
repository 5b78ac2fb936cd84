import { type AdminBucket, type BucketHome, HOMES_AT_ONCE } from '@clouddisk/contract/admin-storage'
import { type ReactElement, useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { bucketOptionLabel } from './bucket-labels.ts'
import { isUnreachable, unreachableReason, writableBuckets } from './data.ts'
import { Candidate, Candidates } from './home-candidates.tsx'
import { homeKey, setHomes } from './homes.ts'
import { t } from './strings.ts'

export interface HomeDialogProps extends DialogControl {
  /** Whose it is to be; empty: they are chosen here. */
  first: readonly BucketHome[]
  buckets: readonly AdminBucket[]
}

/** In the place of a bucket's name, which has three letters at least: nothing chosen, and none of one's own. */
const UNCHOSEN = ''
const NONE = '-'

/** Where what comes into the spaces of people, groups and departments goes from now on. */
export function HomeDialog({ first, buckets, ...dialog }: HomeDialogProps): ReactElement {
  const [chosen, setChosen] = useState<ReadonlyMap<string, BucketHome>>(
    new Map(first.map((home) => [homeKey(home), home])),
  )
  const present = first[0]?.bucketName ?? UNCHOSEN
  const [bucketName, setBucketName] = useState(present)
  const [busy, setBusy] = useState(false)
  const count = chosen.size
  const isFull = count >= HOMES_AT_ONCE
  const removes = bucketName === NONE
  const why =
    count === 0
      ? t('whyNobody')
      : bucketName === UNCHOSEN
        ? t('whyNoBucket')
        : bucketName === present
          ? t('whySame')
          : undefined
  const toggle = useCallback(
    (home: BucketHome) =>
      setChosen((now) => {
        const next = new Map(now)
        if (!next.delete(homeKey(home))) next.set(homeKey(home), home)
        return next
      }),
    [],
  )
  const set = async () => {
    setBusy(true)
    if (await setHomes([...chosen.values()], removes ? null : bucketName, buckets)) dialog.onOpenChange(false)
    setBusy(false)
  }
  return (
    <Dialog
      {...dialog}
      width={600}
      dirty={count > first.length || bucketName !== present}
      busy={busy}
      title={t('homeTitle')}
      footerStart={
        <span className="text-secondary text-mut">
          {isFull ? t('chosenAll', { count }) : (why ?? (first.length === 0 && t('chosen', { count })))}
        </span>
      }
      footer={
        <>
          <CloseButton />
          <Button variant="primary" busy={busy} disabledReason={why} onClick={() => void set()}>
            {t(removes ? 'unsetHome' : 'setHome')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-secondary text-fg-2">{t('homeText')}</p>
        {first.length === 0 ? (
          <Candidates chosen={chosen} full={isFull} onToggle={toggle} />
        ) : (
          <div>
            <p className="text-secondary text-fg-2">{t('whose')}</p>
            {first.map((home) => (
              <span key={homeKey(home)} className="flex min-h-12 py-1">
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
  const open = writableBuckets(buckets)
  const shown = buckets.filter((bucket) => open.includes(bucket) || bucket.bucketName === present)
  const known = shown.some(({ bucketName }) => bucketName === present)
  return [
    ...shown.map((bucket) => ({
      value: bucket.bucketName,
      label: bucketOptionLabel(bucket),
      hint: isUnreachable(bucket)
        ? t(unreachableReason(bucket))
        : bucket.state === 'readonly'
          ? t('readonly')
          : undefined,
    })),
    ...(known || present === UNCHOSEN ? [] : [{ value: present, label: present, hint: t('unknown') }]),
    { value: NONE, label: t('noHome') },
  ]
}

function hintOf(buckets: readonly AdminBucket[], chosen: string): string | undefined {
  if (chosen === NONE) return t('noHomeHint')
  const bucket = buckets.find(({ bucketName }) => bucketName === chosen)
  if (bucket?.state === 'readonly') return t('readonlyHint')
  return bucket && isUnreachable(bucket) ? t(`${unreachableReason(bucket)}Hint`) : undefined
}
