import { writeSync } from 'node:fs'
import { type FsNode, OUTPUT, type SinkFs, Stop } from './seven-zip.ts'

/**
 * Takes what 7-Zip extracts. Folders, names and links are in its memory alone; the bytes of all files go one after another into
 * one file of the disk. So no path of an archive, and no link, reaches the file system.
 */

export interface SinkLimits {
  /** Bytes of all files together. */
  readonly bytesMax: number
  /** Whether the file at a path (Entry.key) is kept; all are if undefined. */
  readonly isWanted?: (key: string) => boolean
  /** Called with the first bytes of the first file; it ends 7-Zip by a Stop. */
  readonly onHead?: (head: Uint8Array) => void
}

export interface Extent {
  /** Where its bytes begin. */
  readonly at: number
  readonly size: number
}

/** The limit was exceeded. */
export class TooMuch extends Stop {}

interface SinkNode extends FsNode {
  extentAt?: number
  /** End of what was written; 7-Zip may announce more by its size. */
  writtenEnd?: number
}

const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const IO_ERROR = 29

function discard(node: FsNode): void {
  node.stream_ops = { ...node.stream_ops, write: (_, _buffer, _offset, length) => length }
  node.node_ops = { ...node.node_ops, setattr: () => undefined }
}

/** `__proto__` is a name like others only in an object without a prototype. */
function takeAnyName(folder: FsNode): void {
  folder.contents = Object.create(null)
}

export class Sink {
  readonly #file: number
  readonly #limits: SinkLimits
  #fs: SinkFs | undefined
  /** End of what was written, and the node that may go on there. */
  #end = 0
  #isHeadSeen = false

  /** @param file descriptor to write to. */
  constructor(file: number, limits: SinkLimits) {
    this.#file = file
    this.#limits = limits
  }

  prepare = (fs: SinkFs): void => {
    this.#fs = fs
    const folderOps = fs.root.node_ops
    const { mknod } = folderOps
    takeAnyName(fs.lookupPath(OUTPUT, {}).node as never)
    folderOps.mknod = (parent, name, mode, dev) => {
      const node = mknod(parent, name, mode, dev)
      if ((mode & FILE_TYPE) === FOLDER) takeAnyName(node)
      if ((mode & FILE_TYPE) === REGULAR) {
        const key = fs.getPath(node as never).slice(OUTPUT.length + 1)
        if (this.#limits.isWanted?.(key) === false) discard(node)
        else this.#divert(fs, node)
      }
      return node
    }
  }

  #divert(fs: SinkFs, node: SinkNode): void {
    const at = this.#end
    node.extentAt = at
    node.writtenEnd = 0
    const grow = (size: number) => {
      if (at + size > this.#limits.bytesMax) throw new TooMuch()
      node.usedBytes = size
      this.#end = Math.max(this.#end, at + size)
    }
    node.node_ops = {
      ...node.node_ops,
      setattr: (_, { size, ...others }) => {
        if (size !== undefined) grow(size)
        Object.assign(node, others)
      },
    }
    node.stream_ops = {
      ...node.stream_ops,
      read: () => {
        throw new fs.ErrnoError(IO_ERROR)
      },
      write: (_, buffer, offset, length, position) => {
        const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length)
        // Another file begins where this one ended.
        if (position + length > node.usedBytes && this.#end !== at + node.usedBytes)
          throw new fs.ErrnoError(IO_ERROR)
        if (position + length > node.usedBytes) grow(position + length)
        if (!this.#isHeadSeen) this.#limits.onHead?.(bytes)
        this.#isHeadSeen = true
        node.writtenEnd = Math.max(node.writtenEnd ?? 0, position + length)
        for (let done = 0; done < length; )
          done += writeSync(this.#file, bytes, done, length - done, at + position + done)
        return length
      },
    }
  }

  /** The whole file that was extracted to a path; undefined if there is none, or a link on the way. */
  find(key: string): Extent | undefined {
    let node = this.#lookup(OUTPUT.slice(1), this.#fs?.root)
    for (const name of key.split('/')) node = this.#lookup(name, node)
    if (node?.extentAt === undefined || node.writtenEnd !== node.usedBytes) return undefined
    return { at: node.extentAt, size: node.usedBytes }
  }

  /** The only file that was extracted. */
  only(): Extent | undefined {
    const folder = this.#lookup(OUTPUT.slice(1), this.#fs?.root)
    const [name] = Object.keys((folder?.contents as object | undefined) ?? {})
    return name === undefined ? undefined : this.find(name)
  }

  #lookup(name: string, parent: SinkNode | undefined): SinkNode | undefined {
    // A folder's contents; a mount point has its own.
    const contents = parent?.contents as Record<string, SinkNode> | undefined
    return contents && Object.hasOwn(contents, name) ? contents[name] : undefined
  }

  get written(): number {
    return this.#end
  }
}
