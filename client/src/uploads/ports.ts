import type { Input, Reply, Route } from '@clouddisk/contract/route'
import type { ProofRequest } from '@clouddisk/contract/uploads'
import type { FolderGroup, UploadError, UploadItem } from './state.ts'

/** Ports of the upload runner. A page, a worker or a test supplies them. */

export interface Clock {
  /** ms since the epoch. */
  now(): number
  /** Runs `run` after `ms`. The returned function cancels the timer. */
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

/** SHA-256 in lower-case hex, or the read error in a form that can be posted from a worker. */
export type ContentDigest = { readonly sha256: string } | { readonly error: Pick<Error, 'name' | 'message'> }

/** A web worker in a browser; hash.ts itself in Node. */
export interface FileHasher {
  /**
   * Lower-case hex. `onProgress` gets the bytes that both hashes have processed. Rejects with the signal's reason on
   * abort.
   */
  hash(blob: Blob, options: { signal: AbortSignal; onProgress: (bytes: number) => void }): Promise<Hashes>
  /** SHA-256 of small contents, in order. A content that cannot be read does not fail the others. */
  digests(contents: readonly Blob[], signal: AbortSignal): Promise<ContentDigest[]>
  /** Proof of possession: hex SHA-256 over the bytes of the ranges in order, then the nonce's UTF-8 (C10). */
  prove(blob: Blob, request: ProofRequest, signal: AbortSignal): Promise<string>
}

/** One object call. The body of a part is a slice of the file, so that no part is held in memory. */
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
  /** Resolves for every status. Rejects with NetworkError, TimeoutError, or the signal's reason on abort. */
  send(
    request: ObjectRequest,
    options: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
  ): Promise<ObjectResponse>
}

/** A stored item. Parts are left out, since the store lists them. */
export type StoredItem = Omit<UploadItem, 'work' | 'oSuccessPart' | 'loadedChunks'> & {
  readonly work: Pick<UploadItem['work'], 'instantRefused' | 'completing' | 'stored' | 'second' | 'batch'>
}
export interface StoredQueue {
  readonly userId: string | null
  readonly items: readonly StoredItem[]
  readonly groups: readonly FolderGroup[]
  /** Files that can be read without asking the user, by uid. */
  readonly files: ReadonlyMap<string, Blob>
}
export interface UploadStorage {
  load(): Promise<StoredQueue | null>
  /** Called in order. After a rejection the user is notified once and the queue continues without storage. */
  save(change: StorageChange): Promise<void>
}
export interface StorageChange {
  readonly userId: string | null
  readonly put: readonly StoredItem[]
  readonly remove: readonly string[]
  /** All groups, or null if none has changed. */
  readonly groups: readonly FolderGroup[] | null
  /** Handles of new items, by uid. */
  readonly handles: ReadonlyMap<string, unknown>
  /** Order of the list, or null if it has not changed. */
  readonly order: readonly string[] | null
}

/** One row of the "finished" tab (A§3 finished-transfer record). */
export interface FinishedRecord {
  readonly id: string
  readonly filename: string
  readonly fileSize: number
  readonly transferType: 'upload' | 'download'
  /** Display path of the parent folder; '-' for downloads. */
  readonly parentNames: string
  readonly parentId: string | null
  readonly fileId: string
  /** ms since the epoch. */
  readonly taskAddTime: number
  readonly finishedTime: number
  /** The folder upload that the file was part of. */
  readonly folder?: FinishedFolder
}

export interface FinishedFolder {
  /** Shared by all portions of the upload. */
  readonly id: string
  readonly name: string
  /** Parent of the folder, and the folder itself once its id is known. */
  readonly parentId: string
  readonly instanceId: string | null
  /** Display path of the parent folder. */
  readonly parentNames: string
}

/** What was lost or restored: the network (as the browser reports) or the server (as a probe found). */
export type ConnectivityScope = 'network' | 'server'

export type QueueNotice =
  | { readonly kind: 'uploadFailed'; readonly item: UploadItem; readonly error: UploadError }
  | { readonly kind: 'foldersFailed'; readonly name: string; readonly error: UploadError }
  | { readonly kind: 'networkDisconnected'; readonly of: ConnectivityScope }
  | { readonly kind: 'networkConnected'; readonly of: ConnectivityScope }
  /** Resumed or added while offline. */
  | { readonly kind: 'networkFault'; readonly of: ConnectivityScope }
  | { readonly kind: 'signedOut' }
  /** The name is taken and the policy is `fail`: ask, then call setConflict or retry. */
  | { readonly kind: 'nameTaken'; readonly item: UploadItem }
  /** The queue could not be stored and will be lost by a reload. */
  | { readonly kind: 'storageFailed' }

export interface UploadHooks {
  notify(notice: QueueNotice): void
  /** The content of these folders has changed. */
  refresh(parentIds: readonly string[]): void
  /** No work is left: plays the sound, if enabled (R115). */
  allEnded(): void
  finished(record: FinishedRecord): void
}

export interface Network {
  /** Whether the server answers. */
  reachable(signal: AbortSignal): Promise<boolean>
}

export interface UploadPorts {
  readonly api: Api
  readonly hasher: FileHasher
  readonly transport: Transport
  /** Takes a small file into memory, where a Blob of several cannot refer to it. Absent: it can. */
  readonly inMemory?: (file: Blob) => Promise<Blob>
  readonly storage: UploadStorage
  readonly network: Network
  readonly clock: Clock
  readonly random: RandomSource
  readonly newId: () => string
  readonly hooks: UploadHooks
}
