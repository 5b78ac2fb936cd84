import { stat, unlink } from 'node:fs/promises'
import { isThere, undefinedIfAbsent } from './disk-io.ts'
import { type CompletedUpload, IncomingFile, type IncomingTools } from './incoming.ts'
import { readJournal } from './journal.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import { NoSuchUpload, type PartRef, type ReceivedBytes, StoreClosing, type UploadPlan } from './port.ts'

/** Uploads with open files; the others are opened again when they are used. */
const MAX_OPEN = 256

interface OpenUpload {
  readonly upload: IncomingFile
  users: number
}

/** The unfinished multipart uploads of a disk store. */
export class OpenUploads {
  readonly #tools: IncomingTools
  readonly #open = new Map<string, OpenUpload>()
  readonly #mutex: KeyedMutex

  constructor(tools: IncomingTools, mutex: KeyedMutex) {
    this.#tools = tools
    this.#mutex = mutex
  }

  /** The id of the open upload or, unless `mayBegin` throws, of a new one. */
  begin(key: string, plan: UploadPlan, mayBegin: () => Promise<void>): Promise<string> {
    return this.#mutex.run(key, async () => {
      const open = await this.#find(key)
      if (open) return open.upload.uploadId
      await mayBegin()
      return this.#keep(await IncomingFile.begin(this.#tools, key, plan)).upload.uploadId
    })
  }

  /** Runs `work` while the files of the upload stay open. Throws NoSuchUpload. */
  async use<T>(key: string, uploadId: string, work: (upload: IncomingFile) => Promise<T> | T): Promise<T> {
    const open = await this.#take(key)
    try {
      if (open?.upload.uploadId !== uploadId) throw new NoSuchUpload()
      return await work(open.upload)
    } finally {
      if (open) open.users--
    }
  }

  #take(key: string): Promise<OpenUpload | undefined> {
    return this.#mutex.run(key, async () => {
      const open = await this.#find(key)
      if (open) open.users++
      return open
    })
  }

  async #find(key: string): Promise<OpenUpload | undefined> {
    const open = this.#open.get(key)
    if (open && !open.upload.isOver) return open
    // After a crash, its files may be hard links to the stored object, which must not be written to.
    if (await isThere(this.#tools.layout.stored(key))) return undefined
    const upload = await IncomingFile.load(this.#tools, key)
    return upload && this.#keep(upload)
  }

  /** Closes the oldest unused upload if too many are open. */
  #keep(upload: IncomingFile): OpenUpload {
    const open = { upload, users: 0 }
    this.#open.delete(upload.key)
    this.#open.set(upload.key, open)
    if (this.#open.size > MAX_OPEN) this.#closeUnused(upload.key)
    return open
  }

  #closeUnused(except: string): void {
    for (const [key, { upload, users }] of this.#open) {
      if (key === except || users > 0) continue
      this.#open.delete(key)
      this.#mutex.run(key, () => upload.close()).catch(() => undefined)
      return
    }
  }

  async complete(key: string, uploadId: string, refs: readonly PartRef[]): Promise<CompletedUpload> {
    const completed = await this.use(key, uploadId, async (upload) => {
      try {
        return await upload.complete(refs)
      } catch (error) {
        if (upload.isBroken) await this.#mutex.run(key, () => this.discard(key))
        throw error
      }
    })
    this.#open.delete(key)
    return completed
  }

  /** Whether the object is being received in parts; may also be true for a stored one. */
  async isOpen(key: string): Promise<boolean> {
    return (
      this.#open.has(key) || (this.#tools.incomingKeys.has(key) && isThere(this.#tools.layout.journal(key)))
    )
  }

  /**
   * Stops the upload's writers and deletes its files. Throws NoSuchUpload if `uploadId` is that of another upload. The
   * caller holds the mutex of the key.
   */
  async discard(key: string, uploadId?: string): Promise<void> {
    if (uploadId !== undefined) await this.#requireUpload(key, uploadId)
    await this.stop(key)
    if (!this.#tools.incomingKeys.has(key)) return
    await undefinedIfAbsent(unlink(this.#tools.layout.journal(key)))
    await undefinedIfAbsent(unlink(this.#tools.layout.data(key)))
  }

  /** Stops the upload's writers and closes its files. The caller holds the mutex of the key. */
  async stop(key: string): Promise<void> {
    await this.#open.get(key)?.upload.close()
    this.#open.delete(key)
  }

  async #requireUpload(key: string, uploadId: string): Promise<void> {
    const open = this.#open.get(key)
    const known = open?.upload.uploadId ?? (await readJournal(this.#tools.layout.journal(key)))?.uploadId
    if (known && uploadId !== known) throw new NoSuchUpload()
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    const journal = this.#tools.layout.journal(key)
    const parts = this.#open.get(key)?.upload.parts ?? (await readJournal(journal))?.received.values()
    // It is appended to for each part.
    const file = parts && (await undefinedIfAbsent(stat(journal)))
    return file && { size: [...parts].reduce((sum, part) => sum + part.size, 0), changedAt: file.mtime }
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(all.map(({ upload }) => upload.close(new StoreClosing())))
  }
}
