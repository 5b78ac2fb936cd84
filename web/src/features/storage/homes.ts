import { ApiError } from '@clouddisk/client/http/errors'
import { type AdminBucket, type BucketHome, setBucketHome } from '@clouddisk/contract/admin-storage'
import { call, errorMessage } from '../../lib/api.ts'
import type { ItemFailure } from '../../lib/batches.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshStorage, writableBuckets } from './data.ts'
import { t } from './strings.ts'

/** Setting homes, taking them away, and undoing either. */

export const homeKey = ({ principalType, principalId }: BucketHome): string =>
  `${principalType}.${principalId}`

/** A person's account, or whose group it is. */
export const accountLabel = ({ principalType, account }: BucketHome): string | null =>
  account !== null && principalType === 'group' ? t('ownerIs', { account }) : account

/** @param bucketName null takes away what they have. Answers whether it was done. */
export async function setHomes(
  homes: readonly BucketHome[],
  bucketName: string | null,
  buckets: readonly AdminBucket[],
): Promise<boolean> {
  try {
    await callSetHomes(homes, bucketName)
  } catch (error) {
    showError(t('notSet'), error)
    return false
  } finally {
    await refreshStorage()
  }
  const undo = { label: t('undo'), run: () => void restoreHomes(homes) }
  toast.ok(homesMessage(homes, bucketName), canRestore(homes, buckets) ? { action: undo } : {})
  return true
}

/** What takes nothing new becomes nobody's home again. */
function canRestore(homes: readonly BucketHome[], buckets: readonly AdminBucket[]): boolean {
  const open = writableBuckets(buckets).map(({ bucketName }) => bucketName)
  return homes.every(({ bucketName }) => bucketName === null || open.includes(bucketName))
}

const callSetHomes = (homes: readonly BucketHome[], bucketName: string | null) =>
  call(setBucketHome, {
    principals: homes.map(({ principalType, principalId }) => ({ principalType, principalId })),
    ...(bucketName !== null && { bucketName }),
  })

function homesMessage(homes: readonly BucketHome[], bucketName: string | null): string {
  const [only] = homes
  const count = homes.length
  if (bucketName !== null) return t('homeSet', { count })
  return only && count === 1 ? t('homeUnset', { name: only.name }) : t('homesUnset', { count })
}

/** As they were, a call for each bucket that they had; one that fails keeps none of the others back. */
async function restoreHomes(homes: readonly BucketHome[]): Promise<void> {
  const failed: ItemFailure[] = []
  for (const [bucketName, those] of Map.groupBy(homes, (home) => home.bucketName))
    try {
      await callSetHomes(those, bucketName)
    } catch (error) {
      failed.push(...those.map((home) => failureOf(home, error)))
    }
  await refreshStorage()
  showFailures(t('notPutBack'), failed)
}

const failureOf = ({ principalId, name }: BucketHome, error: unknown): ItemFailure => ({
  item: { instanceId: principalId, instanceName: name },
  errcode: error instanceof ApiError ? error.code : -1,
  errmsg: errorMessage(error),
})
