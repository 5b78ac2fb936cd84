import { createRequire } from 'node:module'
import type { FileSystem, SevenZipModule, SevenZipModuleFactory } from '7z-wasm'
import { keyOfPath } from './raw-names.ts'

/**
 * 7-Zip as WebAssembly, one instance for each command: it sees a folder of the disk read-only by convention, and writes into a
 * file system of its own (sink.ts). It does not survive most faults of an archive, so the process ends with the command.
 */

export interface SevenZipRun {
  /** What it printed, also as far as it came. */
  readonly printed: Buffer
  /** Of 7-Zip: 0 well, 1 with warnings, 2 failed; undefined if it broke off. */
  readonly code: number | undefined
  readonly isCut: boolean
}

/** Mount point; paths longer than 16 bytes are decoded by TextDecoder, which is replaced below. */
const INPUT = '/input-folder-of-archives'
export const OUTPUT = '/output-folder-of-archives'

/** Extracts below OUTPUT; of entries with the same path the last one stays. */
export const EXTRACT = ['x', '-aoa', '-bd', `-o${OUTPUT}`] as const

/** Thrown through 7-Zip to end it. */
export class Stop extends Error {}

export interface SevenZipTask {
  /** Folder that has the archive. */
  readonly folder: string
  /** Name of the archive in it. */
  readonly file: string
  /** Before the archive: the command and its switches. */
  readonly args: readonly string[]
  /** Bytes; output beyond them ends it. */
  readonly printedMax: number
  /** Takes what is extracted below OUTPUT. */
  readonly prepare?: (fs: SinkFs) => void
}

const SevenZip = createRequire(import.meta.url)('7z-wasm') as SevenZipModuleFactory

/** What the library's types leave out. */
export type SinkFs = FileSystem & {
  readonly root: FsNode
  readonly streams: { stream_ops: StreamOps }[]
  readonly ErrnoError: new (code: number) => Error
}
export interface FsNode {
  mode: number
  usedBytes: number
  node_ops: NodeOps
  stream_ops: StreamOps
  [field: string]: unknown
}
export interface NodeOps {
  mknod(parent: FsNode, name: string, mode: number, dev: number): FsNode
  setattr(node: FsNode, attr: Record<string, unknown> & { size?: number }): void
}
export interface StreamOps {
  write(stream: unknown, buffer: Int8Array, offset: number, length: number, position: number): number
  read(...args: unknown[]): number
}

export async function runSevenZip(task: SevenZipTask): Promise<SevenZipRun> {
  const { FS, NODEFS, callMain } = await load()
  const fs = FS as SinkFs
  const printed = new Printed(task.printedMax)
  for (const stream of [1, 2]) {
    const open = fs.streams[stream]
    if (open)
      open.stream_ops = {
        ...open.stream_ops,
        write: (_, from, offset, length) => printed.add(from, offset, length),
      }
  }
  fs.mkdir(INPUT)
  fs.mount(NODEFS, { root: task.folder }, INPUT)
  fs.mkdir(OUTPUT)
  task.prepare?.(fs)
  let code: unknown
  try {
    // Without a password nothing is asked for.
    code = callMain([...task.args, '-p', '-y', '--', `${INPUT}/${task.file}`])
  } catch (error) {
    if (error instanceof Stop && !printed.isCut) throw error
    // What C++ throws is a number.
    if (!(error instanceof Stop) && error instanceof Error && !isEndOfProgram(error)) throw error
  }
  return {
    printed: printed.bytes(),
    code: typeof code === 'number' ? code : undefined,
    isCut: printed.isCut,
  }
}

const isEndOfProgram = (error: Error): boolean => error.name === 'ExitStatus' || error.name === 'RuntimeError'

/**
 * The module decodes paths that are not UTF-8 with loss, so that two could become one. It takes its decoder when it is loaded.
 */
async function load(): Promise<SevenZipModule> {
  const { TextDecoder: original } = globalThis
  class PathDecoder {
    decode(bytes: Uint8Array): string {
      return keyOfPath(bytes)
    }
  }
  Object.assign(globalThis, { TextDecoder: PathDecoder })
  try {
    return await SevenZip({ stdin: () => -1, print: () => undefined, printErr: () => undefined })
  } finally {
    Object.assign(globalThis, { TextDecoder: original })
  }
}

const FIRST_BYTES = 64 * 1024

/** One buffer that grows: 7-Zip writes line by line. */
class Printed {
  readonly #max: number
  #buffer = Buffer.alloc(FIRST_BYTES)
  #length = 0
  isCut = false

  constructor(max: number) {
    this.#max = max
  }

  add(from: Int8Array, offset: number, length: number): number {
    if (this.#length + length > this.#max) {
      this.isCut = true
      throw new Stop()
    }
    while (this.#length + length > this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.alloc(this.#buffer.length)])
    this.#buffer.set(from.subarray(offset, offset + length), this.#length)
    this.#length += length
    return length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
