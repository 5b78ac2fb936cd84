import type { DesktopTask, TransferRecord } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import type { Limits } from '@clouddisk/contract/limits'
import { report } from '../../system/report.ts'
import { textOf } from '../strings.ts'
import { findFile } from './files.ts'
import type { AddedUploads, Uploads, UploadTarget } from './uploads.ts'
import type { WaitingUpload, WaitingUploads } from './waiting-uploads.ts'

/** Brings what the person chooses into the upload list, which has room for so many; the rest waits and follows. */

export type UploadTask = Extract<DesktopTask, { type: 'uploadFile' }>

export interface AddUploadsOptions {
  readonly uploads: Uploads
  readonly waiting: WaitingUploads
  readonly language: Language
  readonly limits: () => Limits
  /** Uploads that are not finished. */
  readonly open: () => readonly TransferRecord[]
  /** Null while signed out. */
  readonly userId: () => string | null
  /** Those that wait may be added: the server's limits are known, and the client does not stop. */
  readonly mayFill: () => boolean
  /** The uploads of this person have just been loaded: what is added is paused, as they are (R117). */
  readonly isStarting: () => boolean
  /** The list has changed. */
  readonly onAdded: () => void
}

export class AddUploads {
  readonly #options: AddUploadsOptions
  #filling: Promise<void> | undefined

  constructor(options: AddUploadsOptions) {
    this.#options = options
  }

  /**
   * @param paths of the tasks' files. @param wait more than the list has room for may wait.
   * @returns the ids. @throws if none can be read, or they are too many.
   */
  async add(tasks: readonly UploadTask[], paths: readonly string[], wait: boolean): Promise<string[]> {
    const { waiting, language, limits, open, onAdded } = this.#options
    const userId = this.#options.userId()
    const uploads = tasks.map(
      ({ file, path, parentId, position, inGroup, fileSharingId, name, conflict }): WaitingUpload => ({
        file: { path: paths[file] ?? '', folders: path, name, conflict },
        target: { parentId, position, inGroup, fileSharingId },
      }),
    )
    const limit = limits().uploadFilesClient
    const count = open().length + uploads.length
    if (wait && userId !== null && count > limit) {
      waiting.add(userId, uploads)
      await this.fill()
      onAdded()
      return []
    }
    if (count > limit) throw new Error(textOf('tooMany', language, { limit }))
    if (!(await isAnyFile(uploads))) throw new Error(textOf('noFile', language))
    return (await this.#addToList(uploads)).ids
  }

  /** Adds those that wait, as soon as all of them fit, or nothing is being sent any more that would make room. */
  fill(): Promise<void> {
    const userId = this.#options.userId()
    if (userId === null || !this.#options.mayFill()) return Promise.resolve()
    this.#filling ??= this.#takeWaiting(userId)
      .catch((error: unknown) => report('waiting uploads could not be added', error))
      .finally(() => {
        this.#filling = undefined
      })
    return this.#filling
  }

  /** Resolves when nothing is being added. */
  idle(): Promise<void> {
    return this.#filling ?? Promise.resolve()
  }

  async #takeWaiting(userId: string): Promise<void> {
    const { uploads, waiting, limits, open, isStarting, onAdded } = this.#options
    const waits = waiting.count(userId)
    const list = open()
    const limit = limits().uploadFilesClient
    const free = limit - list.length
    const isSending = list.some(({ status }) => status === 'running' || status === 'waiting')
    if (waits === 0 || free <= 0 || (isSending && free < Math.min(waits, limit))) return
    // What follows something paused is paused too.
    const isPaused = isStarting() || list.some(({ status }) => status === 'pause')
    await waiting.take(userId, free, async (taken, onEach) => {
      const { ids, failing } = await this.#addToList(taken, onEach)
      if (isPaused) uploads.pause(ids.filter((id) => !failing.includes(id)))
    })
    onAdded()
  }

  /** Those whose file cannot be read fail in the list. */
  async #addToList(
    uploads: readonly WaitingUpload[],
    onAdded: (at: number, id: string) => void = () => undefined,
  ): Promise<Pick<AddedUploads, 'ids' | 'failing'>> {
    const targets = new Map<string, { target: UploadTarget; at: number[] }>()
    for (const [at, { target }] of uploads.entries()) {
      const key = JSON.stringify([target.parentId, target.fileSharingId])
      const group = targets.get(key) ?? { target, at: [] }
      targets.set(key, group)
      group.at.push(at)
    }
    const all = { ids: [] as string[], failing: [] as string[] }
    for (const { target, at } of targets.values()) {
      const files = at.flatMap((one) => uploads[one]?.file ?? [])
      const { ids, failing } = await this.#options.uploads.add(files, target, {
        onAdded: (n, id) => onAdded(at[n] ?? 0, id),
        failMissing: true,
      })
      all.ids.push(...ids)
      all.failing.push(...failing)
    }
    return all
  }
}

/** Whether one of the files can be read. */
async function isAnyFile(uploads: readonly WaitingUpload[]): Promise<boolean> {
  for (const { file } of uploads) if (await findFile(file.path, 'followed')) return true
  return false
}
