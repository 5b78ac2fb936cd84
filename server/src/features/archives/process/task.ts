import type { EntryFault } from '@clouddisk/contract/archives'

/** What the server and the archive process say to each other. */

export interface ListTask {
  readonly action: 'list'
  /** Absolute path of a folder with the archive, `input`. */
  readonly folder: string
  /** That times without a time zone are in. */
  readonly timeZone: string
  readonly entriesMax: number
  /** Of a tar that is unpacked from a compressed file. Bytes. */
  readonly innerBytesMax: number
}

export interface ExtractTask extends Omit<ListTask, 'action'> {
  readonly action: 'extract'
  /** Entries, and folders with all that is in them; everything if undefined. */
  readonly paths?: readonly string[]
  /** Bytes of all files together. */
  readonly bytesMax: number
}

export type ArchiveTask = ListTask | ExtractTask

/**
 * Why an archive cannot be read: its names or all of its files need a password; it is damaged or no archive; it has more
 * entries or bytes than are permitted; the disk has no room.
 */
export type ArchiveProblem = 'encrypted' | 'broken' | 'too_many' | 'too_large' | 'disk_full'

export type ArchiveAnswer =
  | { readonly problem: ArchiveProblem; readonly bytes?: number }
  | { readonly done: true; readonly files: number; readonly bytes: number }

/** The task, in its folder. */
export const TASK_FILE = 'task.json'
/** In the folder `output`. */
export const LISTING_FILE = 'listing.json'
/** One line of JSON for each entry that was asked for (ExtractedEntry). */
export const MANIFEST_FILE = 'manifest'
/** The bytes of all files, one after another. */
export const DATA_FILE = 'data'

export interface ExtractedEntry {
  /** '' of the only file of a compressed file. */
  readonly path: string
  readonly isFolder: boolean
  readonly time: string | null
  /** Where the bytes of the file are in DATA_FILE. */
  readonly at?: number
  readonly size?: number
  /** Why it was not extracted. */
  readonly fault?: EntryFault | 'damaged'
}
