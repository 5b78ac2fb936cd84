import { checkSelection } from '@clouddisk/client/uploads/check-selection'
import { shownItems, type UploadItem } from '@clouddisk/client/uploads/state'
import {
  emptyFolders,
  gather,
  matchFiles,
  pickFiles,
  promptMessage,
  readDropped,
  refusalMessage,
  type WalkChunk,
  walk,
  walkPicked,
} from '../../features/transfers/public.ts'
import { limits, refusedExtensions } from '../../lib/limits.ts'
import { ask } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { linkPath } from '../address.ts'
import { openQueue, pendingOf } from './queue.ts'
import { t } from './strings.ts'

/** Files and folders that a visitor chooses or drops, checked as the drive checks a selection (A§5). */

/** The folder of the link that they are added to. */
export interface UploadTarget {
  readonly instanceId: string
  readonly instanceName: string
}

/** Must be called inside the click event. */
export async function chooseAndUpload(target: UploadTarget, folder = false): Promise<void> {
  const files = await pickFiles({ folder })
  if (files) await upload(walkPicked(files), target)
}

/** Must be called inside the drop event. */
export const uploadDropped = (data: DataTransfer, target: UploadTarget): Promise<void> =>
  upload(walk(readDropped(data)), target)

async function upload(found: AsyncIterable<WalkChunk>, target: UploadTarget): Promise<void> {
  const [queue, gathered] = await Promise.all([openQueue(), gather(found)])
  const { folders, unreadable } = gathered
  const listed = shownItems(queue.snapshot()).filter(({ status }) => status !== 'success').length
  const queued = listed + pendingOf(queue).files
  const decision = checkSelection(gathered.files, {
    limits: limits(),
    queued,
    refusedExtensions: refusedExtensions(true),
    publicPage: true,
    emptyFolders: folders.length,
  })
  if (decision.kind === 'refused') {
    if (decision.refusal.reason === 'empty' && unreadable.length === 0) toast.info(t('emptySelection'))
    else await ask(refusalMessage(decision.refusal, decision.skipped, unreadable))
    return
  }
  const question = promptMessage(decision.prompt, decision.files, decision.skipped, unreadable)
  if (question && (await ask(question)) !== 'confirm') return
  const request = {
    parentId: target.instanceId,
    uploadTo: target.instanceName,
    files: decision.files,
    emptyFolders: emptyFolders(folders, decision.files),
    linkPath,
    loginMethod: 'non-sso' as const,
  }
  await pendingOf(queue).add(request, limits())
}

/** Lets the visitor choose files again that the page cannot read after a reload. Must be called inside the click event. */
export async function chooseAgain(lost: readonly UploadItem[]): Promise<void> {
  const files = await pickFiles({ folder: lost.every(({ path }) => path.length > 0) })
  if (!files) return
  const queue = await openQueue()
  const { found } = matchFiles(lost, files)
  if (found.size === 0) toast.info(t('notFound'))
  for (const item of lost) {
    const file = found.get(item.uid)
    if (!file) continue
    const { lastModified } = file
    queue.attachFile(item.uid, { file, name: file.name, path: item.path, lastModified })
  }
}
