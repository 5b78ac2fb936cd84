import { LIMITS } from '@clouddisk/contract/limits'
import {
  FILES_TYPE,
  queryUploadedFiles,
  type SmallFiles,
  smallFilesHead,
  uploadFiles,
} from '@clouddisk/contract/uploads'
import { ApiError } from '../http/errors.ts'
import { smallFile } from './calls.ts'
import { failureOf, UnreadableError } from './failure-of.ts'
import type { ManyAsked, ManyResult } from './messages.ts'
import type { UploadPorts } from './ports.ts'
import type { UploadItem } from './state.ts'
import { wholeOf } from './whole-of.ts'

/** Small files in one call: hashed away from the page, and sent together as they lie on disk. */

export interface ManyBench {
  readonly ports: UploadPorts
  readonly signal: AbortSignal
  /** @throws NoFileError */
  fileOf(uid: string): Blob
  /** Bytes of the files, one after the other, that have been sent. */
  onProgress(bytes: number): void
  /** Everything decided so far survives a crash. */
  flush(): Promise<void>
}

interface Read {
  readonly item: UploadItem
  readonly file: Blob
  readonly sha256: string
}

/**
 * A result for each; one that cannot be read fails alone.
 * @throws what failureOf understands, where it is not known of any.
 */
export async function sendMany(
  batchId: string,
  items: readonly UploadItem[],
  bench: ManyBench,
): Promise<ManyResult[]> {
  const results: ManyResult[] = []
  const found: { item: UploadItem; file: Blob }[] = []
  for (const item of items) {
    try {
      found.push({ item, file: fileOf(item, bench) })
    } catch (error) {
      results.push({ uid: item.uid, failure: failureOf(error, 'hash') })
    }
  }
  const digests = await bench.ports.hasher.digests(
    found.map(({ file }) => file),
    bench.signal,
  )
  const read: Read[] = []
  for (const [at, { item, file }] of found.entries()) {
    const digest = digests[at]
    if (!digest) throw new Error('not as many hashes as files')
    if ('sha256' in digest) read.push({ item, file, sha256: digest.sha256 })
    else results.push({ uid: item.uid, failure: failureOf(thrown(digest.error), 'hash') })
  }
  if (read.length === 0) return results
  return [...results, ...(await send(batchId, read, bench))]
}

/** Asks for the result of a batch that was sent before a reload; items that the server does not know are left out. */
export async function askMany(
  batchId: string,
  items: readonly UploadItem[],
  { api }: UploadPorts,
  signal: AbortSignal,
): Promise<ManyAsked[]> {
  const fileSharingId = items[0]?.fileSharingId ?? null
  const asked = { batchId, ...(fileSharingId === null ? {} : { fileSharingId }) }
  const { list } = await api(queryUploadedFiles, asked, { signal })
  const came = new Map(list.map((one) => [one.no, one]))
  return items.flatMap(({ uid, work: { batch } }) => {
    const one = came.get(batch?.no ?? -1)
    return one ? [{ uid, isOpen: one.isOpen, ...(one.file && { reply: one.file }) }] : []
  })
}

function fileOf(item: UploadItem, bench: ManyBench): Blob {
  const file = bench.fileOf(item.uid)
  if (file.size !== item.fileSize) throw new UnreadableError('the file has another size now')
  return file
}

const thrown = ({ name, message }: Pick<Error, 'name' | 'message'>): Error =>
  Object.assign(new Error(message), { name })

async function send(batchId: string, read: readonly Read[], bench: ManyBench): Promise<ManyResult[]> {
  const { ports, signal, onProgress, flush } = bench
  const head = headOf(batchId, read)
  onProgress(0)
  // The answer may be lost: what was asked is stored first, so that a crash repeats the same batch.
  await flush()
  signal.throwIfAborted()
  // Of the files themselves: nothing of them is read into the page.
  const content = new Blob([head, ...read.map(({ file }) => wholeOf(file))])
  const { list } = await ports.api(
    uploadFiles,
    {},
    {
      signal,
      timeoutMs: LIMITS.partTimeoutMs,
      file: { type: FILES_TYPE, content },
      onSent: (bytes) => onProgress(Math.max(0, bytes - head.length)),
    },
  )
  return read.map(({ item: { uid } }, at) => {
    const { errcode, errmsg, file } = list[at] ?? { errcode: 0, errmsg: '' }
    if (file) return { uid, reply: file }
    if (errcode === 0) throw new Error('not as many answers as files')
    return {
      uid,
      failure: failureOf(new ApiError({ code: errcode, message: errmsg, httpStatus: 200 }), 'many'),
    }
  })
}

function headOf(batchId: string, read: readonly Read[]): Uint8Array<ArrayBuffer> {
  const fileSharingId = read[0]?.item.fileSharingId ?? null
  const head: SmallFiles = {
    batchId,
    ...(fileSharingId === null ? {} : { fileSharingId }),
    files: read.map(({ item, sha256 }) => smallFile(item, sha256)),
  }
  return new Uint8Array(smallFilesHead(head))
}
