import { LIMITS } from '@clouddisk/contract/limits'
import {
  FILES_TYPE,
  queryUploadedFiles,
  type SmallFiles,
  smallFilesHead,
  uploadFiles,
} from '@clouddisk/contract/uploads'
import { ApiError } from '../http/errors.ts'
import { fullSlice } from './blob-slice.ts'
import { smallFileFields, sourceFieldOf } from './calls.ts'
import { failureOf, UnreadableError } from './errors.ts'
import type { BatchFileResult, QueriedFile } from './messages.ts'
import type { UploadPorts } from './ports.ts'
import type { UploadItem } from './state.ts'

/** Sends small files in one call. They are hashed in a worker, and sent as blobs without reading them into the page. */

interface BatchContext {
  readonly ports: UploadPorts
  readonly signal: AbortSignal
  /** @throws NoFileError */
  fileOf(uid: string): Blob
  /** Bytes sent of the concatenated files. */
  onProgress(bytes: number): void
  /** Resolves when all decisions so far are stored. */
  flush(): Promise<void>
}

interface HashedFile {
  readonly item: UploadItem
  readonly file: Blob
  readonly sha256: string
}

/**
 * Returns a result for each item. A file that cannot be read fails alone.
 * @throws an error for failureOf if the whole call fails.
 */
export async function sendFileBatch(
  batchId: string,
  items: readonly UploadItem[],
  context: BatchContext,
): Promise<BatchFileResult[]> {
  const results: BatchFileResult[] = []
  const openable: { item: UploadItem; file: Blob }[] = []
  for (const item of items) {
    try {
      const file = fileOf(item, context)
      openable.push({ item, file: (await context.ports.inMemory?.(file)) ?? file })
    } catch (error) {
      results.push({ uid: item.uid, failure: failureOf(error, 'hash') })
    }
  }
  const digests = await context.ports.hasher.digests(
    openable.map(({ file }) => file),
    context.signal,
  )
  const hashed: HashedFile[] = []
  for (const [at, { item, file }] of openable.entries()) {
    const digest = digests[at]
    if (!digest) throw new Error('not as many hashes as files')
    if ('sha256' in digest) hashed.push({ item, file, sha256: digest.sha256 })
    else results.push({ uid: item.uid, failure: failureOf(errorFrom(digest.error), 'hash') })
  }
  if (hashed.length === 0) return results
  return [...results, ...(await send(batchId, hashed, context))]
}

/** Asks for the outcome of a batch that was sent before a reload. Leaves out items that the server does not know. */
export async function queryBatch(
  batchId: string,
  items: readonly UploadItem[],
  { api }: UploadPorts,
  signal: AbortSignal,
): Promise<QueriedFile[]> {
  const fileSharingId = items[0]?.fileSharingId ?? null
  const query = { batchId, ...(fileSharingId === null ? {} : { fileSharingId }) }
  const { list } = await api(queryUploadedFiles, query, { signal })
  const outcomes = new Map(list.map((outcome) => [outcome.no, outcome]))
  return items.flatMap(({ uid, work: { batch } }) => {
    const outcome = outcomes.get(batch?.no ?? -1)
    return outcome ? [{ uid, isOpen: outcome.isOpen, ...(outcome.file && { reply: outcome.file }) }] : []
  })
}

function fileOf(item: UploadItem, context: BatchContext): Blob {
  const file = context.fileOf(item.uid)
  if (file.size !== item.fileSize) throw new UnreadableError('the file has another size now')
  return file
}

const errorFrom = ({ name, message }: Pick<Error, 'name' | 'message'>): Error =>
  Object.assign(new Error(message), { name })

async function send(
  batchId: string,
  hashed: readonly HashedFile[],
  context: BatchContext,
): Promise<BatchFileResult[]> {
  const { ports, signal, onProgress, flush } = context
  const head = headOf(batchId, hashed)
  onProgress(0)
  // The response may be lost. The batch is stored first, so that the same batch is repeated after a crash.
  await flush()
  signal.throwIfAborted()
  // References the files; their content is not read into the page.
  const content = new Blob([head, ...hashed.map(({ file }) => fullSlice(file))])
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
  return hashed.map(({ item: { uid } }, at) => {
    const { errcode, errmsg, file } = list[at] ?? { errcode: 0, errmsg: '' }
    if (file) return { uid, reply: file }
    if (errcode === 0) throw new Error('not as many answers as files')
    return {
      uid,
      failure: failureOf(new ApiError({ code: errcode, message: errmsg, httpStatus: 200 }), 'batch'),
    }
  })
}

function headOf(batchId: string, hashed: readonly HashedFile[]): Uint8Array<ArrayBuffer> {
  const first = hashed[0]?.item
  const fileSharingId = first?.fileSharingId ?? null
  const head: SmallFiles = {
    batchId,
    ...(fileSharingId === null ? {} : { fileSharingId }),
    ...(first && sourceFieldOf(first)),
    files: hashed.map(({ item, sha256 }) => smallFileFields(item, sha256)),
  }
  return new Uint8Array(smallFilesHead(head))
}
