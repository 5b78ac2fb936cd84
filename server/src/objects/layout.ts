import { join } from 'node:path'
import { isId } from '../db/ids.ts'
import { NoSuchObject } from './port.ts'

/** The subfolder, or key prefix, of encrypted objects. */
export const ENCRYPTED_FOLDER = 'encrypted'

/** The object by which an installation claims a bucket; its first line is the owner name. */
export const MARKER = 'clouddisk-installation'

/**
 * Paths of the disk store. Objects of the same quarter of an hour share a folder: the first twelve digits of a key are
 * milliseconds, and the first seven change every 2^20 ms.
 */
export class Layout {
  readonly incomingFolder: string
  readonly storedFolder: string
  /** Untracked files that were set aside, by day. */
  readonly untrackedFolder: string
  constructor(folder: string) {
    this.incomingFolder = join(folder, 'incoming')
    this.storedFolder = join(folder, 'stored')
    this.untrackedFolder = join(folder, 'strays')
  }
  /** Bytes of an unfinished multipart upload, at their final offsets. */
  data = (key: string): string => join(this.incomingFolder, requireKey(key))
  /** Journal of its received parts. */
  journal = (key: string): string => join(this.incomingFolder, `${requireKey(key)}.parts`)
  /** An object that is being received whole. */
  whole = (key: string): string => join(this.incomingFolder, `${requireKey(key)}.whole`)
  folderOf = (key: string): string => join(this.storedFolder, requireKey(key).slice(0, 5), key.slice(5, 7))
  /** Names of the two levels of folders above an object, outermost first. */
  static readonly FOLDERS: readonly [RegExp, RegExp] = [/^[0-9a-f]{5}$/, /^[0-9a-f]{2}$/]
  stored = (key: string): string => join(this.folderOf(key), key)
}

/** The key of a file in incoming/; undefined for foreign files. */
export const keyOfIncoming = (name: string): string | undefined => keyWithout(/\.(parts|whole)$/, name)

/** The key of a file that was set aside; undefined for foreign files. */
export const keyOfUntracked = (name: string): string | undefined =>
  keyWithout(/\.(stored|parts|whole)$/, name)

function keyWithout(suffix: RegExp, name: string): string | undefined {
  const key = name.replace(suffix, '')
  return isKey(key) ? key : undefined
}

export const isKey = (name: string): boolean => isId(name) && name === name.toLowerCase()

/** Throws NoSuchObject for anything else, which must never become a path or an object's name. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new NoSuchObject()
  return key
}
