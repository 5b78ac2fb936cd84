import { IMPORT_ENTRIES_MAX } from '@clouddisk/contract/imports'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { refuse } from '../../../errors/refusal.ts'
import { timeOf } from './entry.ts'

/** Reads the answer to PROPFIND as it comes (RFC 4918, 14.16): memory grows with the entries alone, up to a limit. */

export const PROPFIND_BODY =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>'

/** One `response` of a multistatus. */
export interface DavResponse {
  readonly href: string
  readonly isFolder: boolean
  readonly size: number | null
  readonly modifiedAt: Date | null
  readonly etag: string | null
}

const DAV = 'DAV:'
const DEPTH_MAX = 32
const TEXT_MAX = 65_536
/** Between two tags; the parser keeps a text, an attribute or a comment until it ends. */
const UNTAGGED_MAX = 1024 * 1024
const BYTES_MAX = 128 * 1024 * 1024

class NotMultistatus extends Error {}
class TooLong extends Error {}

type Properties = Partial<Record<'getcontentlength' | 'getlastmodified' | 'getetag', string>>

/** Refuses what is no multistatus, or too much. `name`: of the folder, for messages. */
export async function readMultistatus(body: AsyncIterable<Buffer>, name: string): Promise<DavResponse[]> {
  const reader = new MultistatusReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > BYTES_MAX) throw new TooLong()
      reader.write(decoder.decode(chunk, { stream: true }))
      // The folder itself is one of them.
      if (reader.responses.length > IMPORT_ENTRIES_MAX + 1)
        refuse('import_too_many', { name, limit: IMPORT_ENTRIES_MAX })
    }
    reader.close()
    return reader.responses
  } catch (error) {
    if (error instanceof TooLong) refuse('import_answer', { fault: 'tooLong' })
    if (error instanceof NotMultistatus || error instanceof TypeError)
      refuse('import_answer', { fault: 'notDav', detail: error.message })
    throw error
  }
}

class MultistatusReader {
  readonly responses: DavResponse[] = []
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #open: string[] = []
  #text = ''
  #href = ''
  #isFolder = false
  #properties: Properties = {}
  /** Of the propstat that is being read; they count where its status is 200. */
  #found: Properties & { isFolder?: boolean } = {}
  #status = ''
  #sinceTag = 0

  constructor() {
    this.#parser.on('error', (error) => {
      throw new NotMultistatus(`no valid XML: ${error.message}`)
    })
    this.#parser.on('doctype', () => {
      throw new NotMultistatus('XML with a document type')
    })
    this.#parser.on('opentag', (tag) => this.#onOpen(tag))
    this.#parser.on('closetag', (tag) => this.#onClose(tag))
    this.#parser.on('text', (text) => this.#onText(text))
    this.#parser.on('cdata', (text) => this.#onText(text))
  }

  write(text: string): void {
    this.#sinceTag += text.length
    this.#parser.write(text)
    if (this.#sinceTag > UNTAGGED_MAX) throw new TooLong()
  }

  close(): void {
    this.#parser.close()
  }

  #onOpen({ uri, local }: SaxesTagNS): void {
    this.#sinceTag = 0
    const name = uri === DAV ? local : ''
    if (this.#open.length === 0 && name !== 'multistatus') throw new NotMultistatus('no WebDAV answer')
    this.#open.push(name)
    if (this.#open.length > DEPTH_MAX) throw new TooLong()
    this.#text = ''
    if (name === 'response') {
      this.#href = ''
      this.#isFolder = false
      this.#properties = {}
    } else if (name === 'propstat') {
      this.#found = {}
      this.#status = ''
    } else if (name === 'collection' && this.#open.at(-2) === 'resourcetype') this.#found.isFolder = true
  }

  #onText(text: string): void {
    if (this.#text.length + text.length > TEXT_MAX) throw new TooLong()
    this.#text += text
  }

  #onClose({ uri, local }: SaxesTagNS): void {
    this.#sinceTag = 0
    this.#open.pop()
    const parent = this.#open.at(-1)
    const text = this.#text.trim()
    this.#text = ''
    if (uri !== DAV) return
    if (local === 'href' && parent === 'response') this.#href = text
    else if (local === 'status' && parent === 'propstat') this.#status = text
    else if (local === 'getcontentlength' || local === 'getlastmodified' || local === 'getetag')
      this.#found[local] = text
    else if (local === 'propstat' && /^HTTP\/\d(\.\d)? 200\b/.test(this.#status)) {
      this.#isFolder ||= this.#found.isFolder ?? false
      this.#properties = { ...this.#properties, ...this.#found }
    } else if (local === 'response' && this.#href !== '') this.responses.push(this.#response())
  }

  #response(): DavResponse {
    const { getcontentlength = '', getlastmodified = '', getetag = '' } = this.#properties
    const size = /^\d{1,15}$/.test(getcontentlength) ? Number(getcontentlength) : null
    return {
      href: this.#href,
      isFolder: this.#isFolder,
      size: this.#isFolder ? null : size,
      modifiedAt: timeOf(Date.parse(getlastmodified)),
      etag: getetag || null,
    }
  }
}
