import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from '../../archives/process/extract.ts'
import { DATA_FILE, type ExtractedEntry, MANIFEST_FILE } from '../../archives/process/task.ts'
import { textOf } from '../../search/content/text-of.ts'
import { Declined } from '../../search/content/text-task.ts'
import type { ReadPart } from '../parts.ts'
import { ARCHIVE_HEAD_BYTES, isArchive, isOldOffice } from './archive-kinds.ts'

/** Reads the text out of archives and of archives within them. Runs in a confined process. */

const MB = 1024 ** 2

export interface ArchiveTextLimits {
  /** Archives within archives. */
  readonly depthMax: number
  /** Files in all archives together. */
  readonly partsMax: number
  /** Bytes extracted in all. */
  readonly bytesMax: number
  /** Characters in all. */
  readonly textMax: number
  readonly timeZone: string
}

const LARGEST_PART = 50 * MB

export class ArchiveText {
  readonly #limits: ArchiveTextLimits
  readonly parts: ReadPart[] = []
  #bytes = 0
  #characters = 0

  constructor(limits: ArchiveTextLimits) {
    this.#limits = limits
  }

  /** Reads the archive `input` in a folder, which has a folder `output`. */
  async read(folder: string, path: string, depth: number): Promise<void> {
    const { partsMax, bytesMax, depthMax, timeZone } = this.#limits
    if (depth > depthMax) return this.#add({ path, text: '', unreadable: 'too_deep' })
    const left = Math.max(0, bytesMax - this.#bytes)
    const answer = await extract({
      action: 'extract',
      folder,
      timeZone,
      entriesMax: partsMax,
      innerBytesMax: left,
      bytesMax: left,
    })
    if ('problem' in answer) {
      const isDamaged = answer.problem === 'broken'
      const unreadable = answer.problem === 'encrypted' ? 'encrypted' : isDamaged ? 'damaged' : 'too_much'
      return this.#add({ path, text: '', unreadable })
    }
    this.#bytes += answer.bytes
    const data = openSync(join(folder, 'output', DATA_FILE), 'r')
    try {
      for (const entry of readManifest(folder)) {
        if (this.parts.length >= partsMax) return this.#add({ path, text: '', unreadable: 'too_much' })
        await this.#readEntry(entry, data, folder, path, depth)
      }
    } finally {
      closeSync(data)
    }
  }

  async #readEntry(
    { path: inside, isFolder, fault, at, size = 0 }: ExtractedEntry,
    data: number,
    folder: string,
    outer: string,
    depth: number,
  ): Promise<void> {
    if (isFolder) return
    const path = [outer, inside].filter(Boolean).join('/')
    if (fault === 'encrypted' || fault === 'damaged') return this.#add({ path, text: '', unreadable: fault })
    if (at === undefined || size === 0) return this.#add({ path, text: '' })
    if (size > LARGEST_PART) return this.#add({ path, text: '', unreadable: 'too_much' })
    const bytes = Buffer.alloc(size)
    readSync(data, bytes, 0, size, at)
    if (this.#characters >= this.#limits.textMax) return this.#add({ path, text: '', unreadable: 'too_much' })
    if (isOldOffice(bytes)) return this.#add({ path, text: '', unreadable: 'old_office' })
    const isInner = isArchive(bytes.subarray(0, ARCHIVE_HEAD_BYTES))
    const read = await readText(bytes)
    if (read.text !== '' || !isInner) return this.#add({ path, ...read })
    const inner = join(folder, 'inner-archive')
    mkdirSync(join(inner, 'output'), { recursive: true })
    writeFileSync(join(inner, 'input'), bytes)
    await this.read(inner, path, depth + 1)
    rmSync(inner, { recursive: true, force: true })
  }

  #add(part: ReadPart): void {
    this.#characters += part.text.length
    this.parts.push(part)
  }
}

/** Empty where it has no text, as pictures; as without an archive around it. */
async function readText(bytes: Buffer): Promise<Pick<ReadPart, 'text' | 'unreadable'>> {
  try {
    return { text: await textOf(bytes) }
  } catch (error) {
    if (!(error instanceof Declined)) return { text: '', unreadable: 'damaged' }
    return error.message.includes('password') ? { text: '', unreadable: 'encrypted' } : { text: '' }
  }
}

const readManifest = (folder: string): ExtractedEntry[] =>
  readFileSync(join(folder, 'output', MANIFEST_FILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExtractedEntry)
