import { matchResumable } from '@clouddisk/client/uploads/resume-match'
import type { FileToUpload } from '@clouddisk/client/uploads/state'
import { pageInstances } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { call, errorMessage } from '../../../lib/api.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { showPanel } from '../panel/panel-actions.ts'
import { t } from '../question-strings.ts'
import type { GatheredSelection } from '../sources/gather.ts'
import { targetPathText } from '../sources/target.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { type AssignedFile, assignFiles } from './assign-files.ts'
import { discardSessions, fetchOpenUploads, unfinishedElsewhere } from './unfinished.ts'

/** Resumes in this browser what another browser left unfinished. */

/**
 * Resumes each session. If the file's time differs, it restarts after a confirmation, since the received
 * bytes may be of another file. Returns those now listed.
 */
export async function resumeHere(
  chosen: readonly AssignedFile[],
  queue: SharedQueue,
): Promise<AssignedFile[]> {
  const others = chosen.filter(({ same }) => !same)
  const anew = others.length > 0 && (await confirmRestart(others))
  const queued: AssignedFile[] = []
  for (const one of anew ? chosen : chosen.filter(({ same }) => same)) {
    try {
      await resumeSession(one, queue)
      queued.push(one)
    } catch (error) {
      toast.error(t('targetRefused', { reason: errorMessage(error) }))
    }
  }
  if (queued.length > 0) showPanel('upload')
  return queued
}

const NAMES = 20

function confirmRestart(others: readonly AssignedFile[]): Promise<boolean> {
  const [first, ...more] = others.map(({ file }) => file.name)
  const several = more.length > 0
  const received = others.reduce((sum, { session }) => sum + (session.receivedSize ?? 0), 0)
  return confirm({
    type: 'warning',
    title: several
      ? t('differentDates', { count: others.length })
      : t('differentDate', { name: first ?? '' }),
    text: t('differentDateText', { size: formatSize(received) }),
    list: several ? others.slice(0, NAMES).map(({ file }) => ({ label: file.name })) : undefined,
    confirmText: t('startOver'),
    focus: 'cancel',
  })
}

async function resumeSession({ session, file, same }: AssignedFile, queue: SharedQueue): Promise<void> {
  const { parentId, conflict } = session
  const { parent, path: ancestors } = await call(pageInstances, { parentId, pageSize: 1 })
  const path = ancestors.map((folder) => folder.instanceName)
  if (!same) await discardSessions([session])
  const upload: FileToUpload<File> = { ...file, path: [], conflict, ...(same && { session }) }
  await queue.run('add', {
    parentId,
    uploadTo: targetPathText({ path, instanceName: parent.instanceName }),
    inGroup: parent.groupId !== null,
    isRoot: path.length <= 1,
    files: [upload],
  })
}

/**
 * Resumes sessions of another browser for files chosen here for the same folder; returns the other files.
 * Only multipart files are looked up: others have no received parts.
 */
export async function resumeUnfinished(
  gathered: GatheredSelection,
  parentId: string,
  queue: SharedQueue,
  partBytes: number,
): Promise<GatheredSelection> {
  const large = gathered.files.filter(({ path, size }) => path.length === 0 && size > partBytes)
  if (large.length === 0) return gathered
  const left = unfinishedElsewhere(await fetchOpenUploads(), queue.snapshot())
  const here = left.filter((session) => session.parentId === parentId && isPlain(session))
  const same = assignFiles(here, large).filter((one) => one.same)
  const taken = new Set<unknown>((await resumeHere(same, queue)).map(({ file }) => file))
  return { ...gathered, files: gathered.files.filter((file) => !taken.has(file)) }
}

/** Whether it can be resumed without a question: its file's time is known, and it replaces no file. */
const isPlain = ({ lastModified, conflict }: OpenUpload): boolean =>
  lastModified !== null && conflict === 'keepBoth'

/** Resumes interrupted uploads into this folder with the chosen files; returns the new files. */
export async function resumeWith(
  gathered: GatheredSelection,
  parentId: string,
  queue: SharedQueue,
): Promise<GatheredSelection> {
  const { matched, files, folders } = matchResumable(queue.snapshot(), { ...gathered, parentId })
  if (matched.size === 0) return gathered
  for (const [uid, { size: _, ...file }] of matched) await queue.run('attachFile', uid, file)
  showPanel('upload')
  return { ...gathered, files, folders }
}
