import { type Belongings, cancelLeave, type Leave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import { formatSize } from '@clouddisk/contract/format'
import { Trash2 } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { type DirectoryExtension, refreshDirectory } from '../../lib/directory.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryClient } from '../../lib/query-client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { belongingsQuery } from './data.ts'
import { hasNothing } from './plan.ts'
import { t } from './strings.ts'

/** Operations on an account that is offboarded; each shows its result. */

type Person = Pick<Leave, 'userId' | 'userRealName' | 'accountName'>

/** The account stays frozen; the message offers to unfreeze it. Returns whether it was cancelled. */
export const cancelOffboarding = (person: Person): Promise<boolean> =>
  withErrorMessage(
    t('notCalledOff'),
    async () => {
      await call(cancelLeave, { userId: person.userId })
      toast.ok(t('calledOff', { name: person.userRealName }), {
        action: { label: t('unfreeze'), run: () => void unfreezeAccount(person) },
      })
    },
    refreshDirectory,
  )

export const unfreezeAccount = (person: Person) =>
  withErrorMessage(t('notUnfrozen'), async () => {
    const done = await changePeople([person], { action: 'unfreeze' })
    if (done.length > 0) toast.ok(t('unfrozen', { name: person.userRealName }))
  })

/** Changes accounts as the directory does; no account is changed where the directory is not provided. */
export const changePeople: DirectoryExtension['changePeople'] = async (people, change) =>
  (await extensionFor('directory')?.changePeople(people, change)) ?? []

/** The purge of much content continues after the call. */
export const purgedText = ({ status, userRealName: name }: Leave): string =>
  t(status === 'ended' ? 'purged' : 'purging', { name })

/** Asks first, saying what the person still has. @param onHandOver called if groups must be handed over before. */
export async function purgeNow(person: Person, onHandOver: () => void): Promise<void> {
  const name = person.userRealName
  try {
    const has = await queryClient.fetchQuery({ ...belongingsQuery(person.userId), staleTime: 0 })
    if (has.groupsOwned.length > 0) {
      if (await confirmHandOver(name, has)) onHandOver()
      return
    }
    const sure = await confirm({
      title: t('purgeTitle', { name }),
      text: purgeText(has),
      confirmText: t('purgeConfirm'),
      confirmIcon: Trash2,
      danger: true,
    })
    if (!sure) return
    toast.ok(purgedText(await call(purgeLeaver, { userId: person.userId })))
  } catch (error) {
    showError(t('notPurged'), error)
  } finally {
    await refreshDirectory()
  }
}

const confirmHandOver = (name: string, { groupsOwned }: Belongings): Promise<boolean> =>
  confirm({
    type: 'info',
    title: t('ownsTitle', { name, count: groupsOwned.length }),
    text: t('ownsText'),
    list: groupsOwned.map((group) => ({ label: group.groupName, value: formatSize(group.usedCapacity) })),
    confirmText: t('handOverFirst'),
  })

const purgeText = (has: Belongings): string =>
  hasNothing(has)
    ? t('purgeEmptyText')
    : t('purgeText', {
        files: t('fileCount', { count: has.fileCount }),
        size: formatSize(has.fileSize),
        bin: t('binCount', { count: has.recycleCount }),
        shares: t('shareCount', { count: has.sharesGiven }),
      })
