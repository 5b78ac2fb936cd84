import { join } from 'node:path'
import { isId } from '../db/ids.ts'
import { NoSuchObject } from './port.ts'

/** What is encrypted lies in a folder, or below a prefix, of its own. */
export const ENCRYPTED_FOLDER = 'encrypted'

/** The object in which an installation leaves its name in a bucket; its first line is that. */
export const MARKER = 'clouddisk-installation'

/**
 * Paths of the disk store. Stored objects of the same quarter of an hour share a folder: the first twelve digits of
 * a key are milliseconds, seven of them make 2^20 ms.
 */
export class Layout {
  readonly incomingFolder: string
  readonly storedFolder: string
  /** By day, what nobody names. */
  readonly strayFolder: string
  constructor(folder: string) {
    this.incomingFolder = join(folder, 'incoming')
    this.storedFolder = join(folder, 'stored')
    this.strayFolder = join(folder, 'strays')
  }
  /** The bytes of an unfinished multipart upload, at their final offsets. */
  data = (key: string): string => join(this.incomingFolder, safe(key))
  /** Which of its parts have landed. */
  journal = (key: string): string => join(this.incomingFolder, `${safe(key)}${JOURNAL}`)
  /** A whole object that is being received. */
  whole = (key: string): string => join(this.incomingFolder, `${safe(key)}${WHOLE}`)
  folderOf = (key: string): string => join(this.storedFolder, safe(key).slice(0, 5), key.slice(5, 7))
  /** What the names of the folders above an object look like, from above. */
  static readonly FOLDERS: readonly [RegExp, RegExp] = [/^[0-9a-f]{5}$/, /^[0-9a-f]{2}$/]
  stored = (key: string): string => join(this.folderOf(key), key)
}

const JOURNAL = '.parts'
const WHOLE = '.whole'

/** The key that a file under incoming/ belongs to; undefined for what is none of ours. */
export function keyOfIncoming(name: string): string | undefined {
  const key = name.replace(/\.(parts|whole)$/, '')
  return isKey(key) ? key : undefined
}

/** The key of what was put aside under this name; undefined for what is none of ours. */
export function keyOfUntracked(name: string): string | undefined {
  const key = name.replace(/\.(stored|parts|whole)$/, '')
  return isKey(key) ? key : undefined
}

export const isKey = (name: string): boolean => isId(name) && name === name.toLowerCase()

/** A key that is no id of ours never becomes a path. */
function safe(key: string): string {
  if (!isKey(key)) throw new NoSuchObject()
  return key
}
