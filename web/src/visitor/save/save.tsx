import { ApiError } from '@clouddisk/client/http/errors'
import { currentUser } from '@clouddisk/contract/accounts'
import { formatSize } from '@clouddisk/contract/format'
import { copyLinkInstances } from '@clouddisk/contract/links'
import { BASE_PATH } from '@clouddisk/contract/route'
import { type ReactElement, Suspense } from 'react'
import { FolderPicker } from '../../features/files/public.ts'
import { JobCards, useWatchedJobs, watchJob } from '../../features/jobs/public.ts'
import { call } from '../../lib/api.ts'
import { callInBatches, type ItemResult, sortResults } from '../../lib/batches.ts'
import type { FolderPickerRequest, FolderTarget } from '../../lib/extension-points.ts'
import { createRequests } from '../../lib/requests.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { knownUser } from '../account/known-user.ts'
import { linkPath } from '../address.ts'
import { checkAgain, client, goToSignIn, reasonOf } from '../calls.ts'
import { stateByError } from '../link-state.ts'
import { keepPending, type Savable, takePending } from './pending.ts'
import { t } from './strings.ts'

const questions = createRequests<FolderPickerRequest, FolderTarget | undefined>()

/** Goes on with what was to be saved before the visitor signed in; somebody who did not is not asked again. */
export async function savePending(): Promise<void> {
  const items = takePending()
  if (items.length > 0) await save(items, true)
}

export async function save(items: readonly Savable[], hasAsked = false): Promise<void> {
  try {
    const user = await signedInUser()
    if (user) knownUser.set(user.userRealName)
    else if (!hasAsked) return await signInFirst(items)
    else return
    const target = await questions.ask({ mode: 'save', subject: subjectOf(items) })
    if (target) await saveTo(items, target)
  } catch (error) {
    toast.error(reasonOf(error))
    // The whole page says what became of the link.
    if (stateByError(error)) void checkAgain()
  }
}

/** Looked up for saving alone (A§2). */
async function signedInUser() {
  try {
    return await call(currentUser, {})
  } catch (error) {
    if (error instanceof ApiError && error.name === 'not_signed_in') return undefined
    throw error
  }
}

async function signInFirst(items: readonly Savable[]): Promise<void> {
  const agreed = await confirm({
    type: 'info',
    title: t('signInTitle'),
    text: t('signInText'),
    confirmText: t('signIn'),
    cancelText: t('cancel'),
  })
  if (!agreed) return
  keepPending(items)
  goToSignIn()
}

/** Sizes of folders that were not listed are not known. */
function subjectOf(items: readonly Savable[]): string {
  const size = items.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const [only] = items
  const what = items.length === 1 && only ? only.instanceName : t('items', { count: items.length })
  return size > 0 ? `${what} · ${formatSize(size)}` : what
}

async function saveTo(items: readonly Savable[], target: FolderTarget): Promise<void> {
  const title = t('saving', { count: items.length, target: target.instanceName })
  const ids = items.map(({ instanceId }) => instanceId)
  const targeParentId = target.instanceId
  const endNotice = toast.info(title)
  const lines: ItemResult[] = []
  try {
    const copy = (instanceIds: string[]) =>
      client.call(copyLinkInstances, { linkPath, instanceIds, targeParentId })
    for (const { jobId, list } of await callInBatches(ids, copy)) {
      lines.push(...list)
      if (jobId === undefined) continue
      endNotice()
      const job = await watchJob(jobId, title)
      // Its end is shown already.
      if (job.state !== 'cancelled') lines.push(...job.list)
    }
  } finally {
    endNotice()
  }
  const { done, failed } = sortResults(items, [{ list: lines }])
  if (done.length > 0)
    toast.ok(t('saved', { count: done.length, target: target.instanceName }), {
      action: { label: t('openFolder'), run: () => location.assign(addressOf(target)) },
    })
  showFailures(t('notSaved'), failed)
}

const addressOf = ({ instanceId, path }: FolderTarget): string =>
  `${BASE_PATH}personalFile${path.length > 1 ? `?folder=${instanceId}` : ''}`

/** The question for the folder, and jobs that run. */
export function SaveDialogs(): ReactElement {
  const open = questions.useOpen()
  const jobs = useWatchedJobs()
  return (
    <Suspense>
      {open && <FolderPicker key={open.id} question={open.question} onAnswer={open.answer} />}
      {jobs.length > 0 && <JobCards jobs={jobs} />}
    </Suspense>
  )
}
