import { type Belongings, cancelLeave, type Leave, purgeLeaver } from '@clouddisk/contract/admin-leavers'
import { formatSize } from '@clouddisk/contract/format'
import { Trash2 } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { refreshDirectory } from '../../lib/directory.ts'
import { queryClient } from '../../lib/query-client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { changePeople } from './change-people.ts'
import { belongingsQuery } from './data.ts'
import { hasNothing } from './plan.ts'
import { t } from './strings.ts'

/** What is done with one who leaves. Each tells what came of it. */

type Person = Pick<Leave, 'userId' | 'userRealName' | 'accountName'>

/** The account stays frozen; letting it in again is one press away. Answers whether it was called off. */
export async function cancelOffboarding(person: Person): Promise<boolean> {
  const name = person.userRealName
  try {
    await call(cancelLeave, { userId: person.userId })
    toast.ok(t('calledOff', { name }), {
      action: { label: t('unfreeze'), run: () => void unfreezeAccount(person) },
    })
    return true
  } catch (error) {
    showError(t('notCalledOff'), error)
    return false
  } finally {
    await refreshDirectory()
  }
}

export async function unfreezeAccount(person: Person): Promise<void> {
  try {
    const done = await changePeople([person], { action: 'unfreeze' })
    if (done.length > 0) toast.ok(t('unfrozen', { name: person.userRealName }))
  } catch (error) {
    showError(t('notUnfrozen'), error)
  }
}

/** Where there is much, it goes on behind the call. */
export const purgedText = ({ status, userRealName: name }: Leave): string =>
  t(status === 'ended' ? 'purged' : 'purging', { name })

/** Asks first, with what is still there. @param onHandOver what has to go to somebody else before. */
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
