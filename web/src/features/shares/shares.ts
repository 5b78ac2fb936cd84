import { ApiError } from '@clouddisk/client/http/errors'
import { leaveShare, pageShares, removeShares, type Share } from '@clouddisk/contract/shares'
import { UserMinus, UserX } from 'lucide-react'
import { call, errorMessage } from '../../lib/api.ts'
import { callInBatches, type ItemFailure } from '../../lib/batches.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { beginPending } from '../../lib/pending.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshShares } from './mutations.ts'
import { t } from './page-strings.ts'

/** The lists of shares, and what one does with them. */

export type ShareList = 'received' | 'published'
export const SHARE_LISTS: readonly ShareList[] = ['published', 'received']
export type ShareOrder = 'instanceName' | 'createTime'

const PAGE_SIZE = 100

export const fetchShares = (
  type: ShareList,
  view: { orderBy: ShareOrder; orderType: 'asc' | 'desc'; keyword: string },
  cursor: string | undefined,
  signal: AbortSignal,
) => call(pageShares, { type, ...view, pageSize: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal })

/** What pending changes call a list. */
export const pendingName = (list: ShareList): string => `list:shares:${list}`

export const isFolder = ({ instance }: Share): boolean => instance.classifierId === 'Folder'
export const isOwn = ({ role }: Share): boolean => role === 'owner'

/** Opens a folder; previews a file. */
export function openShare(share: Share, siblings: readonly Share[]): void {
  const { instance } = share
  if (isFolder(share)) {
    extensionFor('navigation')?.openFolder(
      instance.instanceId,
      undefined,
      isOwn(share) ? 'personal' : 'share',
    )
    return
  }
  const files = siblings.filter((one) => !isFolder(one)).map((one) => one.instance)
  const preview = extensionFor('preview')
  if (preview) preview.open(instance, files)
  else extensionFor('download')?.download([instance])
}

/** Of one’s own: the folder it lies in, with it chosen. */
export const openLocation = ({ instance }: Share): void =>
  void extensionFor('navigation')?.openFolder(instance.parentId, instance.instanceId, 'personal')

export const manageShare = ({ instance }: Share): void => extensionFor('shares')?.share([instance])

/** Ends shares; asks first, saying how many people lose access. */
export async function stopShares(shares: readonly Share[]): Promise<void> {
  const [only] = shares
  if (!only) return void toast.info(t('nothingSelected'))
  const people = shares.reduce((sum, { memberCount }) => sum + memberCount, 0)
  const sure = await confirm({
    type: 'warning',
    title:
      shares.length === 1
        ? t('stopOneTitle', { name: only.instance.instanceName })
        : t('stopTitle', { count: shares.length }),
    text: t('stopText', { people, count: people }),
    confirmText: t('stop'),
    confirmIcon: UserX,
    danger: true,
  })
  if (!sure) return
  await hideDuring('published', shares, t('notStopped'), async () => {
    const ids = shares.map(({ shareId }) => shareId)
    const answers = await callInBatches(ids, (shareIds) => call(removeShares, { shareIds }))
    const failed = answers
      .flatMap(({ list }) => list)
      .flatMap(({ instanceId, errcode, errmsg }) => {
        const share = shares.find((one) => one.shareId === instanceId)
        return errcode === 0 || !share ? [] : [{ share, errcode, errmsg }]
      })
    if (failed.length < shares.length) toast.ok(t('stopped', { count: shares.length - failed.length }))
    return { failed }
  })
}

/** Leaves received shares; those received through a department stay, with the reason. */
export async function leaveShares(shares: readonly Share[]): Promise<void> {
  const [only] = shares
  if (!only) return void toast.info(t('nothingSelected'))
  const sure = await confirm({
    type: 'warning',
    title:
      shares.length === 1
        ? t('leaveOneTitle', { name: only.instance.instanceName })
        : t('leaveTitle', { count: shares.length }),
    text: t('leaveText'),
    confirmText: t('leave'),
    confirmIcon: UserMinus,
    danger: true,
  })
  if (!sure) return
  await hideDuring('received', shares, t('notLeft'), async () => {
    const failed: ShareFailure[] = []
    const staying: { share: Share; via: string }[] = []
    for (const share of shares) {
      try {
        const { stays } = await call(leaveShare, { fileSharingId: share.fileSharingId })
        if (stays) staying.push({ share, via: stays.name })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failed.push({ share, errcode: error.code, errmsg: errorMessage(error) })
      }
    }
    const left = shares.length - failed.length - staying.length
    if (left > 0) toast.ok(t('left', { count: left }))
    for (const { share, via } of staying)
      toast.info(t('leftStays', { name: share.instance.instanceName, via }))
    return { failed, staying: staying.map(({ share }) => share) }
  })
}

interface ShareFailure {
  readonly share: Share
  readonly errcode: number
  readonly errmsg: string
}

/** Hides the rows at once and shows them again if the server refuses. */
async function hideDuring(
  list: ShareList,
  shares: readonly Share[],
  what: string,
  run: () => Promise<{ failed: readonly ShareFailure[]; staying?: readonly Share[] }>,
): Promise<void> {
  const pending = beginPending({
    hides: [{ list: pendingName(list), ids: shares.map(({ shareId }) => shareId) }],
  })
  try {
    const { failed, staying = [] } = await run()
    pending.release([...failed.map(({ share }) => share), ...staying].map(({ shareId }) => shareId))
    pending.settle()
    await refreshShares()
    showFailures(
      what,
      failed.map(({ share, errcode, errmsg }): ItemFailure => ({ item: share.instance, errcode, errmsg })),
    )
  } catch (error) {
    pending.release()
    void refreshShares()
    showError(what, error)
  }
}
