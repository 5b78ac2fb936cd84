import type { NewFile } from '@clouddisk/client/uploads/state'
import { pageInstances } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { call, wordsOf } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast.tsx'
import { showPanel } from '../panel/panel-state.ts'
import { t } from '../question-strings.ts'
import type { Gathered } from '../sources/gather.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { discard, leftOver, openUploadsQuery } from './left-over.ts'

/** Going on in this browser with what another one has left. */

interface Chosen {
  readonly session: OpenUpload
  readonly file: NewFile<File>
}

type Named = Pick<NewFile<File>, 'name' | 'file'>

const isOf = ({ instanceName, fileSize }: OpenUpload, { name, file }: Named): boolean =>
  nameKey(name) === nameKey(instanceName) && file.size === fileSize

/** The file of each, by name and size; of several the one of the same time. */
export function filesOf(sessions: readonly OpenUpload[], files: readonly NewFile<File>[]): Chosen[] {
  return sessions.flatMap((session) => {
    const alike = files.filter((file) => isOf(session, file))
    const file = alike.find(({ lastModified }) => lastModified === session.lastModified) ?? alike[0]
    return file ? [{ session, file }] : []
  })
}

/**
 * Each goes on where it was; one whose file is of another time begins anew, since nothing that came of it counts.
 * Answers how many of them are in the list now.
 */
export async function goOnHere(chosen: readonly Chosen[], queue: SharedQueue): Promise<number> {
  let queued = 0
  for (const { session, file } of chosen) {
    const { parentId, conflict } = session
    try {
      const { parent, path } = await call(pageInstances, { parentId, pageSize: 1 })
      const same = file.lastModified === session.lastModified
      if (!same) await discard([session])
      const given: NewFile<File> = { ...file, path: [], conflict, ...(same && { session }) }
      await queue.run('add', {
        parentId,
        uploadTo: path.length > 1 ? path.slice(1).map(nameOf).join('/') : parent.instanceName,
        isRoot: path.length <= 1,
        files: [given],
      })
      if (!same) toast.info(t('fileChanged', { name: file.name }))
      queued++
    } catch (error) {
      toast.error(t('targetGone', { reason: wordsOf(error) }))
    }
  }
  if (queued > 0) showPanel('upload')
  return queued
}

const nameOf = ({ instanceName }: { instanceName: string }): string => instanceName

/**
 * What another browser has left of these files, chosen here for the same folder, goes on by itself; answers the rest.
 * Only files of several parts are asked about: of others nothing is kept that is worth it.
 */
export async function goOnWithLeft(
  gathered: Gathered,
  parentId: string,
  queue: SharedQueue,
  partBytes: number,
): Promise<Gathered> {
  const large = gathered.files.filter(({ path, size }) => path.length === 0 && size > partBytes)
  if (large.length === 0) return gathered
  const open = await queryClient.fetchQuery(openUploadsQuery).catch(() => [])
  const sessions = leftOver(open, queue.snapshot()).filter((session) => session.parentId === parentId)
  const same = filesOf(sessions, large).filter(
    ({ session, file }) => session.lastModified === file.lastModified,
  )
  // One file goes on with one of them.
  const chosen = [...new Map(same.map((one) => [one.file, one])).values()]
  if (chosen.length === 0 || (await goOnHere(chosen, queue)) === 0) return gathered
  const taken = new Set<unknown>(chosen.map(({ file }) => file))
  return { ...gathered, files: gathered.files.filter((file) => !taken.has(file)) }
}
