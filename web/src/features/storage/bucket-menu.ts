import type { AdminBucket, ContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Archive, ArrowRightLeft, BadgeCheck, Eye, Lock, LockOpen, Pencil, Stethoscope } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { confirmMakeDefault, confirmRetire, setBucketState } from './actions.ts'
import { missingSpace } from './bucket-labels.ts'
import { isLost, isUnreachable, unreachableReason } from './data.ts'
import { t } from './strings.ts'

/** What can be done with a bucket, and why not now: the menu of a row and its operations. */

/** What a dialog is opened about. */
export type BucketDialogName =
  | { kind: 'edit'; bucket: AdminBucket | undefined }
  | { kind: 'view' | 'check' | 'move'; bucket: AdminBucket }

/** What its reader may do with it, and what stands in the way. */
export interface BucketAbilities {
  readonly change: boolean
  readonly fixed: boolean
  /** The move that is running. */
  readonly moving: ContentMove | undefined
  readonly show: (shown: BucketDialogName) => void
}

export function bucketActions(bucket: AdminBucket, { change, fixed, moving, show }: BucketAbilities) {
  const known = !isLost(bucket)
  const own = change && bucket.source === 'added'
  const isOpen = bucket.state === 'active'
  const why = blockedReasons(bucket, fixed, moving)
  return {
    open: {
      name: 'bucket.open',
      label: t(own ? 'edit' : 'details'),
      icon: own ? Pencil : Eye,
      keys: 'Enter',
      run: () => show(own ? { kind: 'edit', bucket } : { kind: 'view', bucket }),
    },
    check: {
      name: 'bucket.check',
      label: t('check'),
      icon: Stethoscope,
      visible: change && known,
      run: () => show({ kind: 'check', bucket }),
    },
    byDefault: {
      name: 'bucket.default',
      label: t('makeDefault'),
      icon: BadgeCheck,
      visible: change && known && !bucket.isDefault,
      disabled: why.byDefault,
      run: () => void confirmMakeDefault(bucket),
    },
    state: {
      name: 'bucket.state',
      label: t(isOpen ? 'close' : 'reopen'),
      icon: isOpen ? Lock : LockOpen,
      visible: own,
      disabled: why.state,
      run: () => void setBucketState(bucket, isOpen ? 'readonly' : 'active'),
    },
    move: {
      name: 'bucket.move',
      label: t('moveFrom'),
      icon: ArrowRightLeft,
      visible: change && known,
      disabled: why.move,
      run: () => show({ kind: 'move', bucket }),
    },
    retire: {
      name: 'bucket.retire',
      label: t('retire'),
      icon: Archive,
      danger: true,
      visible: own,
      disabled: why.retire,
      run: () => void confirmRetire(bucket),
    },
  } satisfies Record<string, Action>
}

/** Why something cannot be done with it now: the server would refuse it, or it would end nowhere. */
function blockedReasons(bucket: AdminBucket, fixed: boolean, moving: ContentMove | undefined) {
  const { bucketName, isDefault, state, objects, homes } = bucket
  const leaves = moving?.from === bucketName ? t('whyLeaving') : undefined
  const comes = moving?.to === bucketName ? t('whyComing') : undefined
  const byDefault = isDefault ? t('whyDefault') : undefined
  const away = isUnreachable(bucket) ? t(unreachableReason(bucket)) : undefined
  return {
    byDefault: fixed ? t('byEnvironment') : state === 'readonly' ? t('readonly') : away,
    state: byDefault ?? leaves,
    move: byDefault ?? leaves ?? (moving ? t('whyMoving') : away),
    retire: byDefault ?? leaves ?? comes ?? (objects + homes > 0 ? t('whyUsed') : undefined),
  }
}

/** Why a move that was stopped cannot go on: the server would refuse it, or it would end nowhere. */
export function whyMoveCannotResume(
  { from, to }: ContentMove,
  buckets: readonly AdminBucket[],
): string | undefined {
  // Not known yet.
  if (buckets.length === 0) return undefined
  const [source, target] = [from, to].map((name) => buckets.find(({ bucketName }) => bucketName === name))
  const missing = source && target ? missingSpace(target, source) : 0
  const atSource = unreachableText(source) ?? (source?.isDefault ? t('whyDefault') : undefined)
  const atTarget =
    unreachableText(target) ??
    (target?.state === 'readonly' ? t('readonly') : undefined) ??
    (missing > 0 ? t('short', { size: formatSize(missing) }) : undefined)
  if (atSource) return t('whyEnd', { name: from, why: atSource })
  return atTarget && t('whyEnd', { name: to, why: atTarget })
}

function unreachableText(bucket: AdminBucket | undefined): string | undefined {
  if (!bucket || isLost(bucket)) return t('unknown')
  return isUnreachable(bucket) ? t(unreachableReason(bucket)) : undefined
}

export const bucketMenu = (one: ReturnType<typeof bucketActions>): readonly ActionGroup[] => [
  [one.open, one.check],
  [one.byDefault, one.state, one.move],
  [one.retire],
]
