import type { FolderNode } from '@clouddisk/contract/files'
import type { ProofRequest, SavedInstance, UploadCheck } from '@clouddisk/contract/uploads'
import type { FinishedRecord, QueueNotice } from './ports.ts'
import type { ConflictPolicy, FolderGroup, UploadError, UploadItem, UploadSettings } from './state.ts'

/** Events that the upload machine takes, and effects that it emits. Events carry the time (`at`, ms). */

export type UploadEvent = { readonly at: number } & (QueueCommand | EffectResult)

export type QueueCommand =
  | { type: 'add'; items: readonly UploadItem[]; groups: readonly FolderGroup[] }
  | { type: 'pause'; uids: readonly string[] }
  | { type: 'resume'; uids: readonly string[] }
  | { type: 'retry'; uids: readonly string[]; conflict: ConflictPolicy | null }
  | { type: 'remove'; uids: readonly string[] }
  | { type: 'pauseAll' }
  | { type: 'resumeAll' }
  | { type: 'setConflict'; uids: readonly string[]; conflict: ConflictPolicy }
  | { type: 'attach'; uid: string; lastModified: number; hasHandle?: boolean }
  | { type: 'online'; online: boolean }
  | { type: 'user'; userId: string | null }
  | { type: 'restore'; userId: string | null; items: readonly UploadItem[]; groups: readonly FolderGroup[] }
  | { type: 'configure'; settings: Partial<UploadSettings> }

/** Results that the runner reports; `task` is the task of the effect. */
export type EffectResult =
  | { type: 'progress'; sent: readonly { uid: string; task: number; bytes: number }[] }
  | { type: 'hashed'; uid: string; task: number; fMd5: string; sha256: string }
  | { type: 'checked'; uid: string; task: number; withHashes: boolean; reply: UploadCheck }
  | { type: 'initiated'; uid: string; task: number; uploadId: string }
  | { type: 'listed'; uid: string; task: number; parts: readonly StoredPart[] }
  | { type: 'sent'; uid: string; task: number; etag: string; syncSpeed?: number }
  | { type: 'completed'; uid: string; task: number }
  | { type: 'saved'; uid: string; task: number; reply: SavedInstance }
  | { type: 'recycled'; uid: string; task: number }
  | { type: 'waitEnded'; uid: string; task: number }
  | { type: 'failed'; uid: string; task: number; failure: Failure }
  /** Results of batches. */
  | { type: 'batchSent'; task: number; results: readonly BatchFileResult[] }
  | { type: 'batchQueried'; task: number; results: readonly QueriedFile[] }
  | { type: 'batchFailed'; task: number; failure: Failure }
  | { type: 'batchWaitEnded'; task: number }
  | { type: 'foldersCreated'; groupId: string; task: number; tree: FolderNode }
  | { type: 'foldersFailed'; groupId: string; task: number; failure: Failure }
  | { type: 'groupWaitEnded'; groupId: string; task: number }
  | { type: 'probed'; task: number; reachable: boolean }

export type ResultOf<T extends EffectResult['type']> = Extract<EffectResult, { type: T }>

/** Outcome for one file of a batch. */
export type BatchFileResult = { readonly uid: string } & (
  | { readonly reply: SavedInstance }
  | { readonly failure: Failure }
)

/** Outcome for one file of an earlier batch: the saved file, or `isOpen` while the request may still be running. */
export interface QueriedFile {
  readonly uid: string
  readonly reply?: SavedInstance
  readonly isOpen: boolean
}

export interface StoredPart {
  readonly partNumber: number
  readonly etag: string
  readonly size: number
}

/** Why an effect failed. The machine decides what follows for the item. */
export interface Failure {
  readonly kind:
    | 'network' // no response
    | 'timeout'
    | 'server' // 5xx, or an invalid response
    | 'unavailable' // temporarily unavailable
    | 'signedOut' // 401
    | 'refused' // refused by the server
    | 'gone' // the session no longer exists
    | 'changed' // content differs from what was sent before
    | 'parts' // confirmed parts are missing in the store
    | 'unreadable' // the file cannot be read
    | 'noFile' // the item has no file
    | 'pageTooOld' // the page's policy forbids requests to the store
    | 'hash'
    | 'memory'
  /** Whether the authorization of an object call failed, or the call itself. */
  readonly step: 'auth' | 'call'
  readonly name: UploadError['name']
  readonly errcode: number | null
  readonly message: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | null
  /** An external store failed or is unavailable, not the server. */
  readonly store: boolean
}

/** What the runner shall do. Effects carry the item, so that the runner keeps no state of its own. */
export type Effect =
  | { type: 'hash'; uid: string; task: number }
  | { type: 'check'; task: number; item: UploadItem; withHashes: boolean }
  | { type: 'second'; task: number; item: UploadItem; fId: string; proof: ProofRequest | null }
  | { type: 'init'; task: number; item: UploadItem }
  | { type: 'list'; task: number; item: UploadItem }
  | { type: 'put'; task: number; item: UploadItem }
  | { type: 'part'; task: number; item: UploadItem; part: number; offset: number; length: number }
  | { type: 'complete'; task: number; item: UploadItem; parts: readonly StoredPart[] }
  | { type: 'save'; task: number; item: UploadItem }
  /** Sends small files in one call. */
  | { type: 'batch'; task: number; batchId: string; items: readonly UploadItem[] }
  /** Asks for the outcome of an earlier batch without sending the content again. */
  | { type: 'queryBatch'; task: number; batchId: string; items: readonly UploadItem[] }
  | { type: 'waitBatch'; task: number; ms: number; jitterMs: number }
  /** `task` null: the result is ignored. */
  | { type: 'recycle'; task: number | null; item: UploadItem }
  | { type: 'wait'; uid: string; task: number; ms: number; jitterMs: number }
  | { type: 'folders'; task: number; group: FolderGroup }
  | { type: 'waitGroup'; groupId: string; task: number; ms: number; jitterMs: number }
  | { type: 'probe'; task: number; ms: number }
  | { type: 'cancel'; tasks: readonly number[] }
  | { type: 'refresh'; parentId: string; ms: number }
  | { type: 'finished'; record: FinishedRecord }
  | { type: 'notify'; notice: QueueNotice }
  | { type: 'allEnded' }
