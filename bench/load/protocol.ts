import type { S3Location } from '@clouddisk/server/objects/s3/client'
import type { Visits } from './visitors.ts'

/** What a load process can be asked to do, by name. Times are milliseconds, sizes are bytes. */

export interface Tasks {
  /** Sends one content of `size` in parts; the time of everything that belongs to it. */
  upload: (input: { seed: number; size: number; partSize: number; width: number }) => Uploaded
  /** Several contents at once, as of so many clients; the time until the last of them is there. */
  uploads: (input: { seeds: readonly number[]; size: number; partSize: number; width: number }) => number
  /** Reads a whole file; `verify` compares it with what was sent. */
  download: (input: { file: string; sha256?: string }) => { ms: number; bytes: number }
  /** Sends `count` files of `size`, `width` at a time. */
  smallFiles: (input: { seed: number; count: number; size: number; width: number; folder: string }) => number
  /** Reads them all back, `width` at a time. */
  fetchAll: (input: { seed: number; count: number; size: number; width: number; folder: string }) => number
}

/** What only nginx can be asked: one file in one request, for reading it back. */
export interface NginxTasks extends Tasks {
  uploadWhole: (input: { seed: number; size: number; partSize: number }) => Uploaded
  /** Each visitor reads a list and one of the small files. */
  visits: (input: Visits & { seed: number; folder: string }) => number
}

export interface Uploaded {
  readonly ms: number
  /** What `download` takes. */
  readonly file: string
  readonly sha256: string
  /** Of the product: whether its bytes went past the server, to the host of the store. */
  readonly straight?: boolean
}

/** What a bucket can be asked, by the library of its protocol. */
export interface BucketTasks extends Pick<Tasks, 'upload'> {
  /** Before all others. */
  open: (place: S3Location) => void
  remove: (input: { file: string }) => void
}

/** What only the product can be asked. */
export interface ProductTasks extends Tasks {
  signIn: (input: { userName: string; password: string }) => { personId: string; rootId: string }
  createFolder: (input: { parentId: string; name: string }) => string
  /** Times of `count` calls for the same page. */
  pages: (input: { parentId: string; pageSize: number; cursor?: string; count: number }) => number[]
  /** How long each search took. */
  searches: (input: { keywords: string[]; pageSize: number; content?: boolean }) => number[]
  /** Walks a folder by cursor and answers the cursor of its last page, and how long each page took. */
  walk: (input: { parentId: string; pageSize: number }) => {
    last: string
    files: number
    times: number[]
  }
  /** Moves an item to and fro. */
  moves: (input: { id: string; from: string; to: string; count: number }) => number[]
  /** Deletes an item and restores it; the times of the deletions. */
  deletions: (input: { id: string; count: number }) => { deleted: number[]; restored: number[] }
  /** Times of `count` calls of the same reading call of the contract. */
  repeat: (input: { route: string; input: Record<string, unknown>; count: number }) => number[]
  /** Sends `count` files of `size`, `together` in a call, `width` calls at a time. */
  batches: (input: {
    seed: number
    count: number
    size: number
    width: number
    folder: string
    together: number
  }) => number
  /** Sends `count` files of `size`, each in one call, `width` at a time. */
  puts: (input: { seed: number; count: number; size: number; width: number; folder: string }) => number
  /** Visits of a link to a folder. */
  visits: (input: Visits & { folder: string }) => number
  /** Deletes items and empties the recycle bin. */
  removeForGood: (input: { ids: readonly string[] }) => void
  /** A folder as ZIP. */
  archive: (input: { folder: string }) => { ms: number; bytes: number }
}

/** What several people do at the same time. */
export interface CrowdTasks {
  /** Signs them in; each has two folders, and small files in the first. `seed` tells their content apart from that of others. */
  open: (input: { names: readonly string[]; password: string; seed: number }) => void
  /** `width` of them do `count` things in all: send or fetch a small file, or both and lists in turns. */
  work: (input: { kind: 'up' | 'down' | 'mixed'; width: number; count: number }) => number
  /** The first of them lists a folder; the times. */
  lists: (input: { count: number }) => number[]
  /** All of them list, send, fetch, move and delete small and large files for so long; how many things they did. */
  live: (input: { seconds: number }) => number
}

export type Input<T, K extends keyof T> = T[K] extends (input: infer I) => unknown ? I : never
export type Output<T, K extends keyof T> = T[K] extends (input: never) => infer O ? O : never

/** The same tasks as a load process answers them. */
export type Answers<T> = {
  [K in keyof T]: (input: Input<T, K>) => Promise<Output<T, K>>
}

export interface Question {
  readonly id: number
  readonly task: string
  readonly input: unknown
}
export type Reply = { id: number } & ({ output: unknown } | { error: string })
