import { type FileToUpload, sourceNameOf, type UploadItem } from '@clouddisk/client/uploads/state'
import { ask } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { HandleRow, TransferDatabase } from '../ports/database.ts'
import { requestFileAccess } from '../ports/file-access.ts'
import { t } from '../question-strings.ts'
import { pickFiles } from '../sources/picker.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { matchFiles } from './match-files.ts'

/** Reattaches files to interrupted uploads: by stored handles, else by choosing them again. */

/** After this time without an answer to the browser's prompt, the file picker is offered, ms. */
const PROMPT_MS = 5000

/** Must be called inside the click event. */
export async function recover(
  items: readonly UploadItem[],
  queue: SharedQueue,
  db: TransferDatabase,
): Promise<void> {
  const rows = await db.handles.bulkGet(items.map(({ uid }) => uid)).catch((): undefined[] => [])
  const kept = rows.flatMap((row): HandleRow[] => (row ? [row] : []))
  const files = await requestFileAccess(kept)
  const handles = new Map(kept.map(({ uid, file, root }) => [uid, { file, root }]))
  const attempts = items.map(async (item) => {
    const file = await files.get(item.uid)
    return file ? attach(queue, item, file, handles.get(item.uid)) : false
  })
  const found = await settledWithin(attempts)
  const lost = items.filter((_, index) => !found[index])
  await chooseFiles(lost, queue)
}

/** Asks for the same files, or the same folder if they came from one. */
export async function chooseFiles(items: readonly UploadItem[], queue: SharedQueue): Promise<void> {
  const single = items.filter((item) => item.groupId === null)
  const grouped = items.filter((item) => item.groupId !== null)
  if (single.length > 0) await chooseAgain(single, false, queue)
  if (grouped.length > 0) await chooseAgain(grouped, true, queue)
}

/** Results of the attempts when all are settled, or after a pause without any. Late attempts still take effect. */
function settledWithin(attempts: readonly Promise<boolean>[]): Promise<boolean[]> {
  const found = attempts.map(() => false)
  return new Promise((resolve) => {
    let open = attempts.length
    let timer = setTimeout(() => resolve(found), PROMPT_MS)
    attempts.forEach(async (attempt, index) => {
      found[index] = await attempt.catch(() => false)
      clearTimeout(timer)
      if (--open === 0) resolve(found)
      else timer = setTimeout(() => resolve(found), PROMPT_MS)
    })
  })
}

/** Maximum number of shown names. */
const NAMES = 20

async function chooseAgain(items: readonly UploadItem[], folder: boolean, queue: SharedQueue): Promise<void> {
  const answer = await ask({
    type: 'info',
    title: t(folder ? 'chooseSameFolder' : 'chooseSame'),
    text: t('chooseSameText'),
    list: items.slice(0, NAMES).map((item) => ({ label: sourceLabel(item) })),
    confirmText: t(folder ? 'chooseFolder' : 'chooseFile'),
  })
  if (answer !== 'confirm') return
  const files = await pickFiles({ folder, multiple: items.length > 1 })
  if (!files) return
  const { found, missing } = matchFiles(items, files)
  for (const item of items) {
    const file = found.get(item.uid)
    if (file) await attach(queue, item, file)
  }
  const [first] = missing
  if (first) toast.error(t('notTheSame', { name: sourceNameOf(first).name }))
}

function sourceLabel(item: UploadItem): string {
  const { path, name } = sourceNameOf(item)
  return [...path, name].join(' / ')
}

/** Returns whether the file was accepted. A changed file restarts the upload, with a message. */
async function attach(queue: SharedQueue, item: UploadItem, file: File, handle?: unknown): Promise<boolean> {
  const chosen: FileToUpload<File> = {
    file,
    name: file.name,
    lastModified: file.lastModified,
    path: item.path,
    ...(handle ? { handle } : {}),
  }
  const outcome = await queue.run('attachFile', item.uid, chosen)
  if (outcome === 'restarted') toast.info(t('fileChanged', { name: item.name }))
  return outcome === 'attached' || outcome === 'restarted'
}
