import { LIMITS } from '@clouddisk/contract/limits'
import { FILES_TYPE, type SmallFiles, smallFilesHead, uploadFiles } from '@clouddisk/contract/uploads'
import { ApiError } from '../http/errors.ts'
import { smallFile } from './calls.ts'
import { failureOf, UnreadableError } from './failure-of.ts'
import type { ManyResult } from './messages.ts'
import type { UploadPorts } from './ports.ts'
import type { UploadItem } from './state.ts'

/** Small files in one call: read, hashed and sent together. */

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
  readonly bytes: Uint8Array<ArrayBuffer>
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
  const { signal } = bench
  const results: ManyResult[] = []
  const read: Read[] = []
  // One after the other: a failure or a pause ends it, and none is held that is not needed.
  for (const item of items) {
    signal.throwIfAborted()
    try {
      read.push({ item, bytes: await bytesOf(item, bench) })
    } catch (error) {
      results.push({ uid: item.uid, failure: failureOf(error, 'hash') })
    }
  }
  if (read.length === 0) return results
  return [...results, ...(await send(batchId, read, bench))]
}

async function bytesOf(item: UploadItem, { fileOf }: ManyBench): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await fileOf(item.uid).arrayBuffer())
  if (bytes.length !== item.fileSize) throw new UnreadableError('the file has another size now')
  return bytes
}

async function send(batchId: string, read: readonly Read[], bench: ManyBench): Promise<ManyResult[]> {
  const { ports, signal, onProgress, flush } = bench
  const hashes = await ports.hasher.digests(
    read.map(({ bytes }) => bytes),
    signal,
  )
  const head = headOf(batchId, read, hashes)
  onProgress(0)
  // The answer may be lost: what was asked is stored first, so that a crash repeats the same batch.
  await flush()
  signal.throwIfAborted()
  const content = new Blob([head, ...read.map(({ bytes }) => bytes)])
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

function headOf(batchId: string, read: readonly Read[], hashes: readonly string[]): Uint8Array<ArrayBuffer> {
  const fileSharingId = read[0]?.item.fileSharingId ?? null
  const head: SmallFiles = {
    batchId,
    ...(fileSharingId === null ? {} : { fileSharingId }),
    files: read.map(({ item }, at) => smallFile(item, hashes[at] ?? '')),
  }
  return new Uint8Array(smallFilesHead(head))
}
