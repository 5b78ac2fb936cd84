import { stat, unlink } from 'node:fs/promises'
import { isThere, undefinedIfAbsent } from './disk-io.ts'
import { type CompletedUpload, IncomingFile, type IncomingTools } from './incoming.ts'
import { readJournal } from './journal.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import { NoSuchUpload, type PartRef, type ReceivedBytes, StoreClosing, type UploadPlan } from './port.ts'

/** Uploads whose files are held open; others wait on disk and are loaded when somebody comes for them. */
const LIVE_MAX = 256

interface Live {
  readonly upload: IncomingFile
  users: number
}

/** The unfinished multipart uploads of a disk store. */
export class OpenUploads {
  readonly #tools: IncomingTools
  readonly #live = new Map<string, Live>()
  readonly #serial: KeyedMutex

  constructor(tools: IncomingTools, serial: KeyedMutex) {
    this.#tools = tools
    this.#serial = serial
  }

  /** The open upload's id, or a new one's where `mayBegin` lets it. */
  begin(key: string, plan: UploadPlan, mayBegin: () => Promise<void>): Promise<string> {
    return this.#serial.run(key, async () => {
      const live = await this.#find(key)
      if (live) return live.upload.uploadId
      await mayBegin()
      return this.#keep(await IncomingFile.begin(this.#tools, key, plan)).upload.uploadId
    })
  }

  /** Work with an upload whose files stay open meanwhile. NoSuchUpload. */
  async use<T>(key: string, uploadId: string, work: (upload: IncomingFile) => Promise<T> | T): Promise<T> {
    const live = await this.#take(key)
    try {
      if (live?.upload.uploadId !== uploadId) throw new NoSuchUpload()
      return await work(live.upload)
    } finally {
      if (live) live.users--
    }
  }

  #take(key: string): Promise<Live | undefined> {
    return this.#serial.run(key, async () => {
      const live = await this.#find(key)
      if (live) live.users++
      return live
    })
  }

  async #find(key: string): Promise<Live | undefined> {
    const live = this.#live.get(key)
    if (live && !live.upload.isOver) return live
    // A crash may have left its files behind as second names of what is stored: not to be written to.
    if (await isThere(this.#tools.layout.stored(key))) return undefined
    const upload = await IncomingFile.load(this.#tools, key)
    return upload && this.#keep(upload)
  }

  /** The most recent ones stay; of the others, those that nobody uses are let go. */
  #keep(upload: IncomingFile): Live {
    const live = { upload, users: 0 }
    this.#live.delete(upload.key)
    this.#live.set(upload.key, live)
    if (this.#live.size > LIVE_MAX) this.#letGo(upload.key)
    return live
  }

  #letGo(but: string): void {
    for (const [key, { upload, users }] of this.#live) {
      if (key === but || users > 0) continue
      this.#live.delete(key)
      this.#serial.run(key, () => upload.close()).catch(() => undefined)
      return
    }
  }

  async complete(key: string, uploadId: string, refs: readonly PartRef[]): Promise<CompletedUpload> {
    const completed = await this.use(key, uploadId, async (upload) => {
      try {
        return await upload.complete(refs)
      } catch (error) {
        if (upload.isBroken) await this.#serial.run(key, () => this.discard(key))
        throw error
      }
    })
    this.#live.delete(key)
    return completed
  }

  /** Whether this object is coming in parts; a stored one may still look so. */
  async isOpen(key: string): Promise<boolean> {
    return this.#live.has(key) || (this.#tools.coming.has(key) && isThere(this.#tools.layout.journal(key)))
  }

  /**
   * Stops the upload's writers and throws its bytes away; NoSuchUpload where `uploadId` is another's. The caller has
   * the key's turn.
   */
  async discard(key: string, uploadId?: string): Promise<void> {
    if (uploadId !== undefined) await this.#mustBe(key, uploadId)
    await this.stop(key)
    if (!this.#tools.coming.has(key)) return
    await undefinedIfAbsent(unlink(this.#tools.layout.journal(key)))
    await undefinedIfAbsent(unlink(this.#tools.layout.data(key)))
  }

  /** Stops the upload's writers and lets go of its files. The caller has the key's turn. */
  async stop(key: string): Promise<void> {
    await this.#live.get(key)?.upload.close()
    this.#live.delete(key)
  }

  async #mustBe(key: string, uploadId: string): Promise<void> {
    const live = this.#live.get(key)
    const known = live?.upload.uploadId ?? (await readJournal(this.#tools.layout.journal(key)))?.uploadId
    if (known && uploadId !== known) throw new NoSuchUpload()
  }

  /** Bytes that have landed; undefined where there is no such upload. */
  async received(key: string): Promise<ReceivedBytes | undefined> {
    const journal = this.#tools.layout.journal(key)
    const parts = this.#live.get(key)?.upload.parts ?? (await readJournal(journal))?.landed.values()
    // Each part that lands is written down there.
    const written = parts && (await undefinedIfAbsent(stat(journal)))
    return written && { size: [...parts].reduce((sum, part) => sum + part.size, 0), changedAt: written.mtime }
  }

  async close(): Promise<void> {
    const all = [...this.#live.values()]
    this.#live.clear()
    await Promise.all(all.map(({ upload }) => upload.close(new StoreClosing())))
  }
}
