import type { FolderNode } from '@clouddisk/contract/files'
import { lengthOfPart } from '../src/uploads/items.ts'
import type { Effect, Failure } from '../src/uploads/messages.ts'
import type { UploadItem } from '../src/uploads/state.ts'
import { checkReply, FAILURE, MD5, SHA256 } from './machine-world.ts'

/** A minimal model of server and store: performs calls and returns their results. */

interface Session {
  uploadId: string | null
  /** Sizes by part number. */
  parts: Map<number, number>
  whole: boolean
  saved: boolean
  gone: boolean
}

type ModelReply = Record<string, unknown> & { type?: string; failure?: Partial<Failure> }

const refusal = (failure: Partial<Failure>): ModelReply => ({ failure: { ...FAILURE, ...failure } })

export class StoreModel {
  readonly #sessions = new Map<string, Session>()
  /** Parts whose receipts the queue has got, by session. */
  readonly #confirmed = new Map<string, Set<number>>()
  /** The session or content id that each version of an item was saved from. */
  readonly #saves = new Map<string, string>()
  /** A proof can be used once. */
  readonly #refused = new Set<string>()
  #made = 0
  /** Outcome of each number of each batch. */
  readonly #places = new Map<string, 'saved' | 'gone'>()

  confirmed(objectKey: string, part: number): boolean {
    return this.#confirmed.get(objectKey)?.has(part) ?? false
  }

  hasSaved(uid: string): boolean {
    return [...this.#saves.keys()].some((content) => content.startsWith(`${uid} `))
  }

  /** Drops a session, as after seven days. */
  collect(pick: number): void {
    const session = [...this.#sessions.values()].filter(({ saved }) => !saved)[pick % 3]
    if (session) session.gone = true
  }

  /** Drops a confirmed part. */
  losePart(pick: number): void {
    const session = [...this.#sessions.values()].find(({ parts }) => parts.size > 0)
    const part = session && [...session.parts.keys()][pick % session.parts.size]
    if (part !== undefined) session?.parts.delete(part)
  }

  /** @param isDelivered whether the result reaches the queue. */
  serve(effect: Effect, variant: number, isDelivered: boolean): ModelReply {
    switch (effect.type) {
      case 'hash':
        return { type: 'hashed', fMd5: variant % 50 === 7 ? '' : MD5, sha256: SHA256 }
      case 'folders':
        return { type: 'foldersCreated', tree: treeOf(effect.group.name) }
      case 'check':
        return this.#check(effect.item, effect.withHashes, variant)
      case 'second':
        return this.#instantUpload(effect.item, effect.fId, variant)
      case 'batch':
        return this.#sendBatch(effect, variant)
      case 'queryBatch':
        return this.#queryBatch(effect)
      case 'recycle':
        return this.#recycle(effect.item)
      default:
        return this.#serveSession(effect, isDelivered)
    }
  }

  /** Refuses some files, and sometimes the whole batch, unless one of its files is saved. */
  #sendBatch({ batchId, items }: Extract<Effect, { type: 'batch' }>, variant: number): ModelReply {
    const places = items.map((item) => `${batchId} ${item.work.batch?.no}`)
    const someSaved = [...this.#places].some(([place, is]) => place.startsWith(batchId) && is === 'saved')
    if (!someSaved && (variant % 11 === 5 || variant % 37 === 5)) {
      // A refused batch is not accepted again.
      for (const place of places) this.#places.set(place, 'gone')
      return refusal({ kind: 'refused', name: variant % 11 === 5 ? 'quota_full' : 'no_such_route' })
    }
    const results = items.map((item, index) => {
      const place = places[index] ?? ''
      const before = this.#places.get(place)
      if (before === 'gone') return { uid: item.uid, ...refusal({ kind: 'gone' }) }
      if (before === undefined && (variant + index) % 9 === 4) {
        this.#places.set(place, 'gone')
        return { uid: item.uid, ...refusal({ kind: 'refused', name: 'name_taken' }) }
      }
      if (before === undefined && (variant + index) % 13 === 4)
        return { uid: item.uid, ...refusal({ kind: 'unreadable' }) }
      this.#save(item, place)
      this.#places.set(place, 'saved')
      return { uid: item.uid, reply: savedReply(item) }
    })
    return { type: 'batchSent', results }
  }

  #queryBatch({ batchId, items }: Extract<Effect, { type: 'queryBatch' }>): ModelReply {
    const saved = items.filter(({ work }) => this.#places.get(`${batchId} ${work.batch?.no}`) === 'saved')
    const results = saved.map((item) => ({ uid: item.uid, isOpen: false, reply: savedReply(item) }))
    return { type: 'batchQueried', results }
  }

  #check(item: UploadItem, withHashes: boolean, variant: number): ModelReply {
    const known = item.objectKey === null ? undefined : this.#sessions.get(item.objectKey)
    if (item.objectKey !== null && (!known || known.gone || known.saved)) return refusal({ kind: 'gone' })
    if (withHashes && variant % 7 === 0) {
      if (known) known.gone = true
      return checked(true, { uploadflag: '1', fId: `f-${++this.#made}` })
    }
    if (variant % 23 === 5) return checked(withHashes, { uploadflag: '2', missing: 1 })
    if (variant % 29 === 5) return checked(withHashes, { uploadflag: '4', errcode: 40901 })
    return checked(withHashes, { objectKey: item.objectKey ?? this.#open() })
  }

  /** Discards unfinished uploads only; a saved one is a file. */
  #recycle({ objectKey }: UploadItem): ModelReply {
    const session = this.#sessions.get(objectKey ?? '')
    if (session && !session.saved) session.gone = true
    return { type: 'recycled' }
  }

  #open(): string {
    const objectKey = `key-${++this.#made}`
    this.#sessions.set(objectKey, {
      uploadId: null,
      parts: new Map(),
      whole: false,
      saved: false,
      gone: false,
    })
    this.#confirmed.set(objectKey, new Set())
    return objectKey
  }

  #instantUpload(item: UploadItem, fId: string, variant: number): ModelReply {
    const isSaved = this.#saves.get(contentOf(item)) === fId
    if (this.#refused.has(fId) || (variant % 5 === 0 && !isSaved)) {
      this.#refused.add(fId)
      return refusal({ kind: 'refused', name: 'proof_refused' })
    }
    this.#save(item, fId)
    return { type: 'saved', reply: savedReply(item) }
  }

  /** A version of an item must be saved once, also if results were lost. */
  #save(item: UploadItem, from: string): void {
    const content = contentOf(item)
    const before = this.#saves.get(content)
    if (before !== undefined && before !== from) throw new Error(`${item.uid} is saved twice`)
    this.#saves.set(content, from)
  }

  #serveSession(effect: Effect, isDelivered: boolean): ModelReply {
    const item = 'item' in effect ? effect.item : undefined
    const objectKey = item?.objectKey ?? ''
    const session = this.#sessions.get(objectKey)
    if (!item || !session || session.gone) return refusal({ kind: 'gone' })
    if (effect.type === 'save') return this.#saveSession(item, objectKey, session)
    // After completion there is no multipart upload any more.
    if (session.whole && effect.type !== 'put') return refusal({ kind: 'gone' })
    switch (effect.type) {
      case 'init':
        session.uploadId ??= `upload-${objectKey}`
        return { type: 'initiated', uploadId: session.uploadId }
      case 'put':
        session.whole = true
        return { type: 'sent', etag: 'whole' }
      case 'part':
        session.parts.set(effect.part, effect.length)
        if (isDelivered) this.#confirmed.get(objectKey)?.add(effect.part)
        return { type: 'sent', etag: `part-${effect.part}` }
      case 'list':
        if (isDelivered) this.#confirmed.set(objectKey, new Set(session.parts.keys()))
        return { type: 'listed', parts: listingOf(session) }
      case 'complete':
        if (!adds(item, session)) return refusal({ kind: 'parts' })
        session.whole = true
        return { type: 'completed' }
      default:
        throw new Error(`nobody serves ${effect.type}`)
    }
  }

  #saveSession(item: UploadItem, objectKey: string, session: Session): ModelReply {
    if (!session.whole) return refusal({ kind: 'parts' })
    this.#save(item, objectKey)
    session.saved = true
    return { type: 'saved', reply: savedReply(item) }
  }
}

const checked = (withHashes: boolean, fields: Parameters<typeof checkReply>[0]): ModelReply => ({
  type: 'checked',
  withHashes,
  reply: checkReply({ partSize: 10, ...fields }),
})

const contentOf = (item: UploadItem): string => `${item.uid} ${item.lastModified}`

const savedReply = (item: UploadItem) => ({
  instanceId: `file-${item.uid}`,
  instanceName: item.name,
  outcome: 'created',
})

const treeOf = (name: string): FolderNode => ({
  instanceName: name,
  instanceId: `id-${name}`,
  children: [{ instanceName: 'sub', instanceId: `id-${name}-sub` }],
})

const listingOf = ({ parts }: Session) =>
  [...parts].map(([partNumber, size]) => ({ partNumber, size, etag: `part-${partNumber}` }))

function adds(item: UploadItem, { parts }: Session): boolean {
  for (let part = 1; part <= item.partCount; part++) {
    if (parts.get(part) !== lengthOfPart(item, part)) return false
  }
  return true
}
