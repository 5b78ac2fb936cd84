import type { Input, Reply, Route } from '@clouddisk/contract/route'
import type { ProofRequest } from '@clouddisk/contract/uploads'
import type { FolderGroup, UploadError, UploadItem } from './state.ts'

/** What the upload runner needs of the world; a page, a worker or a test brings its own. */

export interface Clock {
  /** ms since the epoch. */
  now(): number
  /** Calls back after `ms`; answers how to forget it. */
  after(ms: number, run: () => void): () => void
}

/** [0, 1) */
export type RandomSource = () => number

/** The typed calls of the contract (http/call.ts). */
export type Api = <T extends Route>(
  route: T,
  input: Input<T>,
  options?: {
    signal?: AbortSignal
    timeoutMs?: number
    file?: { readonly type: string; readonly content: Blob }
    onSent?: (bytes: number) => void
  },
) => Promise<Reply<T>>

export interface Hashes {
  readonly md5: string
  readonly sha256: string
}

/** Lower-case hex, or what reading it has thrown, plain enough to come out of a worker. */
export type ContentDigest = { readonly sha256: string } | { readonly error: Pick<Error, 'name' | 'message'> }

/** In a browser a worker, in Node hash.ts itself. */
export interface FileHasher {
  /** Lower-case hex; `onProgress` gets the bytes done by both. Rejects with the signal's reason on abort. */
  hash(blob: Blob, options: { signal: AbortSignal; onProgress: (bytes: number) => void }): Promise<Hashes>
  /** SHA-256 of small contents, in order. One that cannot be read does not end the others. */
  digests(contents: readonly Blob[], signal: AbortSignal): Promise<ContentDigest[]>
  /** Proof of possession: hex SHA-256 over the bytes of the ranges in order, then the nonce's UTF-8 (C10). */
  prove(blob: Blob, request: ProofRequest, signal: AbortSignal): Promise<string>
}

/** One object call; the body of a part is a slice of the file, so that no part is held in memory. */
export interface ObjectRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob | string | null
  readonly timeoutMs: number
}
export interface ObjectResponse {
  readonly status: number
  header(name: string): string | null
  readonly text: string
}
export interface Transport {
  /** Any status is an answer. Rejects with NetworkError, TimeoutError, or the signal's reason on abort. */
  send(
    request: ObjectRequest,
    options: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
  ): Promise<ObjectResponse>
}

/** Items as they are stored; the part map is left out, since the store itself lists the parts. */
export type StoredItem = Omit<UploadItem, 'work' | 'oSuccessPart' | 'loadedChunks'> & {
  readonly work: Pick<UploadItem['work'], 'instantRefused' | 'completing' | 'stored' | 'second' | 'batch'>
}
export interface StoredQueue {
  readonly userId: string | null
  readonly items: readonly StoredItem[]
  readonly groups: readonly FolderGroup[]
  /** Files that can be read again without asking, by uid. */
  readonly files: ReadonlyMap<string, Blob>
}
export interface UploadStorage {
  load(): Promise<StoredQueue | null>
  /** Writes are in order; a rejection is shown once and the queue goes on without. */
  save(change: StorageChange): Promise<void>
}
export interface StorageChange {
  readonly userId: string | null
  readonly put: readonly StoredItem[]
  readonly remove: readonly string[]
  /** All groups there are, where they changed. */
  readonly groups: readonly FolderGroup[] | null
  /** Handles of new items, by uid. */
  readonly handles: ReadonlyMap<string, unknown>
  /** The order of the list, where it changed. */
  readonly order: readonly string[] | null
}

/** One line of the finished tab (A§3 finished-transfer record). */
export interface FinishedRecord {
  readonly id: string
  readonly filename: string
  readonly fileSize: number
  readonly transferType: 'upload' | 'download'
  /** The parent's path in words, '-' for downloads. */
  readonly parentNames: string
  readonly parentId: string | null
  readonly fileId: string
  /** ms since the epoch. */
  readonly taskAddTime: number
  readonly finishedTime: number
  /** The folder upload that it was part of. */
  readonly folder?: FinishedFolder
}

export interface FinishedFolder {
  /** One for all portions of the upload. */
  readonly id: string
  readonly name: string
  /** Where the folder is, and the folder itself once it is known. */
  readonly parentId: string
  readonly instanceId: string | null
  /** The place of the folder, in words. */
  readonly parentNames: string
}

/** What is not reached, or is again: the network by the browser's word, the server by its answer. */
export type ConnectivityScope = 'network' | 'server'

export type QueueNotice =
  | { readonly kind: 'uploadFailed'; readonly item: UploadItem; readonly error: UploadError }
  | { readonly kind: 'foldersFailed'; readonly name: string; readonly error: UploadError }
  | { readonly kind: 'networkDisconnected'; readonly of: ConnectivityScope }
  | { readonly kind: 'networkConnected'; readonly of: ConnectivityScope }
  /** Resume, or the next start, without network. */
  | { readonly kind: 'networkFault'; readonly of: ConnectivityScope }
  | { readonly kind: 'signedOut' }
  /** `fail` met a namesake: ask, then setConflict or retry with the answer. */
  | { readonly kind: 'nameTaken'; readonly item: UploadItem }
  /** The queue could not be stored and will not survive a reload. */
  | { readonly kind: 'storageFailed' }

export interface UploadHooks {
  notify(notice: QueueNotice): void
  /** Folders whose lists show something else now. */
  refresh(parentIds: readonly string[]): void
  /** Everything has ended: the sound, if it is enabled (R115). */
  allEnded(): void
  finished(record: FinishedRecord): void
}

export interface Network {
  /** Whether the server answers at all. */
  reachable(signal: AbortSignal): Promise<boolean>
}

export interface UploadPorts {
  readonly api: Api
  readonly hasher: FileHasher
  readonly transport: Transport
  readonly storage: UploadStorage
  readonly network: Network
  readonly clock: Clock
  readonly random: RandomSource
  readonly newId: () => string
  readonly hooks: UploadHooks
}
