import { type BucketHome, setBucketHome } from '@clouddisk/contract/admin-storage'
import { call } from '../../lib/api.ts'
import { tellError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshStorage } from './data.ts'
import { t } from './strings.ts'

/** Setting homes, taking them away, and undoing either. */

export const keyOf = ({ principalType, principalId }: BucketHome): string => `${principalType}.${principalId}`

/** A person's account, or whose group it is. */
export const accountWords = ({ principalType, account }: BucketHome): string | null =>
  account !== null && principalType === 'group' ? t('ownerIs', { account }) : account

/** @param bucketName null takes away what they have. Answers whether it was done. */
export async function setHomes(homes: readonly BucketHome[], bucketName: string | null): Promise<boolean> {
  try {
    await put(homes, bucketName)
  } catch (error) {
    tellError(t('notSet'), error)
    return false
  } finally {
    await refreshStorage()
  }
  toast.ok(words(homes, bucketName), { action: { label: t('undo'), run: () => void putBack(homes) } })
  return true
}

const put = (homes: readonly BucketHome[], bucketName: string | null) =>
  call(setBucketHome, {
    principals: homes.map(({ principalType, principalId }) => ({ principalType, principalId })),
    ...(bucketName !== null && { bucketName }),
  })

function words(homes: readonly BucketHome[], bucketName: string | null): string {
  const [only] = homes
  const count = homes.length
  if (bucketName !== null) return t('homeSet', { count })
  return only && count === 1 ? t('homeUnset', { name: only.name }) : t('homesUnset', { count })
}

/** As they were, a call for each bucket that they had. */
async function putBack(homes: readonly BucketHome[]): Promise<void> {
  try {
    for (const [bucketName, those] of Map.groupBy(homes, (home) => home.bucketName))
      await put(those, bucketName)
  } catch (error) {
    tellError(t('notSet'), error)
  }
  await refreshStorage()
}
