import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '@clouddisk/client/http/errors'
import { type Input, pathOf } from '@clouddisk/contract/route'
import * as contract from '@clouddisk/contract/uploads'
import type { Person } from './person.ts'

/** The upload sequence of C section 3 in single steps, so that a test can stop, repeat or spoil any of them. */

type Caller = Pick<Person, 'call'>
type Conflict = NonNullable<Input<typeof contract.checkUploadAble>['conflict']>

export interface NewContent {
  readonly conflict?: Conflict
  /** ms since the epoch. */
  readonly lastModified?: number
  /** `before`: known at the check, so that stored content is not sent again; `after`: told with the save. */
  readonly hashes?: 'before' | 'after' | 'never'
}
export interface Upload extends NewContent {
  readonly parentId: string
  readonly name: string
  readonly bytes: Uint8Array
}

export async function uploadWhole(person: Caller, upload: Upload): Promise<contract.SavedInstance> {
  const check = await openUpload(person, upload)
  if (check.uploadflag === '1') return saveSecond(person, upload, check)
  await putAll(person, check, upload.bytes)
  return save(person, upload, check)
}

/** Asks and reserves; a refusal (flags '2' and '4') is thrown as the error that it names. */
export async function openUpload(person: Caller, upload: Upload): Promise<contract.UploadCheck> {
  const check = await person.call(contract.checkUploadAble, {
    parentId: upload.parentId,
    instanceName: upload.name,
    fSize: upload.bytes.length,
    ...(upload.hashes === 'before' || upload.hashes === undefined ? hashesOf(upload.bytes) : {}),
    ...wishes(upload),
  })
  if (check.uploadflag === '1' || check.uploadflag === '3') return check
  throw new ApiError({
    code: check.errcode ?? 0,
    message: check.message ?? '',
    details: { missing: check.missing },
    httpStatus: 200,
  })
}

const wishes = ({ conflict, lastModified }: NewContent) => ({
  ...(conflict ? { conflict } : {}),
  ...(lastModified === undefined ? {} : { lastModified }),
})

const hashesOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  fMd5: createHash('md5').update(bytes).digest('hex'),
})

/** Instant upload, with the proof that was asked for. */
export const saveSecond = (person: Caller, upload: Upload, check: contract.UploadCheck) =>
  person.call(contract.secondUpload, {
    fileId: check.fId,
    parentId: upload.parentId,
    instanceName: upload.name,
    ...wishes(upload),
    ...(check.proof ? { proof: proofOf(upload.bytes, check.proof) } : {}),
  })

/** Hex SHA-256 over the bytes of the ranges in order followed by the nonce (C10). */
export function proofOf(bytes: Uint8Array, { ranges, nonce }: contract.ProofRequest): string {
  const hash = createHash('sha256')
  for (const [offset, length] of ranges) hash.update(bytes.subarray(offset, offset + length))
  return hash.update(nonce).digest('hex')
}

/** What the store has acknowledged of an upload so far. */
export interface Received {
  uploadId?: string
  readonly parts: Map<number, string>
  /** Durable from here on. */
  complete: boolean
}

/** Puts the whole content, in parts where it is larger than one; goes on behind what has been received. */
export async function putAll(
  person: Caller,
  check: contract.UploadCheck,
  bytes: Uint8Array,
  received: Received = { parts: new Map(), complete: false },
): Promise<void> {
  if (received.complete) return
  if (bytes.length <= check.partSize) await expectOk(putObject(person, check, bytes))
  else await putInParts(person, check, bytes, received)
  received.complete = true
}

async function putInParts(
  person: Caller,
  check: contract.UploadCheck,
  bytes: Uint8Array,
  received: Received,
): Promise<void> {
  received.uploadId ??= await initiate(person, check)
  const { uploadId, parts } = received
  for (let part = 1; part <= Math.ceil(bytes.length / check.partSize); part++) {
    if (parts.has(part)) continue
    const response = await expectOk(putPart(person, check, uploadId, part, bytes))
    parts.set(part, response.headers.get('etag') ?? '')
  }
  const inOrder = [...parts].sort(([a], [b]) => a - b).map(([, etag]) => etag)
  await expectOk(complete(person, check, uploadId, inOrder))
}

export const save = (person: Caller, upload: Upload, check: contract.UploadCheck) =>
  person.call(contract.saveUpload, saveInput(upload, check))

export const saveInput = (
  upload: Upload,
  check: contract.UploadCheck,
): Input<typeof contract.saveUpload> => ({
  bucketName: check.bucketName,
  objectKey: check.objectKey,
  fSize: upload.bytes.length,
  instanceName: upload.name,
  parentId: upload.parentId,
  ...(upload.hashes === 'never' ? {} : hashesOf(upload.bytes)),
  ...wishes(upload),
})

export const discard = (person: Caller, check: Pick<contract.UploadCheck, 'bucketName' | 'objectKey'>) =>
  person.call(contract.recycleObject, { bucketName: check.bucketName, objectKey: check.objectKey })

// Object calls: authorized one by one, outside the envelope.

export interface ObjectCall {
  readonly verb: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly action: (typeof contract.OBJECT_ACTIONS)[number]
  readonly query?: string
  readonly body?: Uint8Array | string
  readonly contentType?: string
}
type ObjectOf = Pick<contract.UploadCheck, 'bucketName' | 'objectKey'>

/** What a call needs to be sent: `fetch(url, init)`. */
export async function authorize(
  person: Caller,
  object: ObjectOf,
  call: ObjectCall,
): Promise<{ url: string; init: RequestInit }> {
  const resourceUri = `/${object.bucketName}/${object.objectKey}${call.query ?? ''}`
  const contentType = call.contentType ?? (call.body === undefined ? undefined : 'application/octet-stream')
  const auth = await person.call(contract.queryUploadAuth, {
    httpVerb: call.verb,
    action: call.action,
    bucketName: object.bucketName,
    objectKey: object.objectKey,
    resourceUri,
    ...(contentType ? { contentType } : {}),
  })
  const headers = {
    ...auth.headers,
    authorization: auth.authorization,
    ...(contentType ? { 'content-type': contentType } : {}),
  }
  const body = call.body === undefined ? {} : { body: call.body as Uint8Array<ArrayBuffer> | string }
  return { url: auth.host + resourceUri, init: { method: call.verb, headers, ...body } }
}

export async function objectCall(person: Caller, object: ObjectOf, call: ObjectCall): Promise<Response> {
  const { url, init } = await authorize(person, object, call)
  return fetch(url, init)
}

export const putObject = (person: Caller, object: ObjectOf, body: Uint8Array): Promise<Response> =>
  objectCall(person, object, { verb: 'PUT', action: 'upload', body })

/** Begins a multipart upload; answers its uploadId. */
export async function initiate(person: Caller, object: ObjectOf): Promise<string> {
  const response = await expectOk(
    objectCall(person, object, { verb: 'POST', action: 'initmultipartUpload', query: '?uploads' }),
  )
  const [, uploadId] = /<UploadId>(.*?)<\/UploadId>/.exec(await response.text()) ?? []
  if (!uploadId) throw new Error('no UploadId was answered')
  return uploadId
}

export const putPart = (
  person: Caller,
  object: ObjectOf & Pick<contract.UploadCheck, 'partSize'>,
  uploadId: string,
  partNumber: number,
  bytes: Uint8Array,
): Promise<Response> =>
  objectCall(person, object, {
    verb: 'PUT',
    action: 'uploadPartObject',
    query: `?partNumber=${partNumber}&uploadId=${uploadId}`,
    body: bytes.subarray((partNumber - 1) * object.partSize, partNumber * object.partSize),
  })

export interface ListedPart {
  readonly partNumber: number
  readonly size: number
  readonly etag: string
}

export async function listParts(person: Caller, object: ObjectOf, uploadId: string): Promise<ListedPart[]> {
  const response = await expectOk(
    objectCall(person, object, {
      verb: 'GET',
      action: 'getAlreadySucessPartInfo',
      query: `?uploadId=${uploadId}`,
    }),
  )
  return [...(await response.text()).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    partNumber: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    size: Number(/<Size>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
}

/** `etags` of part 1, 2, … */
export function complete(
  person: Caller,
  object: ObjectOf,
  uploadId: string,
  etags: readonly string[],
): Promise<Response> {
  const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  return objectCall(person, object, {
    verb: 'POST',
    action: 'mergeMultiPartObject',
    query: `?uploadId=${uploadId}`,
    contentType: 'application/xml',
    body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  })
}

/** An object call was refused; S3's code stands in the body. */
export class ObjectRefused extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(`object call answered ${status}: ${body}`)
    this.status = status
  }
}

export async function expectOk(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (!response.ok) throw new ObjectRefused(response.status, await response.text())
  return response
}

/** One of many small files, with its bytes. */
export type SmallFile = Partial<contract.SmallFiles['files'][number]> & { readonly bytes: Buffer }

/** The body of `uploadFiles`; the n-th file is called n.bin unless it says otherwise. */
export const smallFilesBody = (
  files: readonly SmallFile[],
  more: Partial<contract.SmallFiles> = {},
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      contract.smallFilesHead({
        batchId: randomUUID(),
        files: files.map(({ bytes, ...about }, n) => ({
          instanceName: `${n}.bin`,
          fSize: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          ...about,
        })),
        ...more,
      }),
      ...files.map(({ bytes }) => bytes),
    ]),
  )

/** By the client's own call, which fails as the client's calls do. */
export const callFiles = (
  person: Caller,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ list: contract.SmallFileSaved[] }> =>
  person.call(contract.uploadFiles, {}, { file: { type: contract.FILES_TYPE, content: body } })

export interface FilesAnswer {
  readonly errcode: number
  readonly errmsg: string
  readonly data: { list: contract.SmallFileSaved[] }
}

export async function postFiles(
  person: Pick<Person, 'fetch'>,
  body: Uint8Array<ArrayBuffer>,
  type: string = contract.FILES_TYPE,
): Promise<FilesAnswer> {
  const headers = { 'content-type': type }
  const response = await person.fetch(pathOf(contract.uploadFiles), { method: 'POST', headers, body })
  return (await response.json()) as FilesAnswer
}

/** Uploads many at once; throws what the call as a whole is refused for. */
export async function sendFiles(
  person: Pick<Person, 'fetch'>,
  files: readonly SmallFile[],
  more: Partial<contract.SmallFiles> = {},
): Promise<contract.SmallFileSaved[]> {
  const { errcode, errmsg, data } = await postFiles(person, smallFilesBody(files, more))
  if (errcode !== 0) throw new ApiError({ code: errcode, message: errmsg, details: null, httpStatus: 200 })
  return data.list
}
