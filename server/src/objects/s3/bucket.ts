import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { SECOND } from '@clouddisk/contract/time'
import {
  NoSuchObject,
  NoSuchUpload,
  PartConflict,
  type PartList,
  type PartRef,
  StoreUnavailable,
} from '../port.ts'
import { encryptionParameters, mapStoreErrors, openS3Client, type S3Location } from './client.ts'

/** Metadata of an object. */
export interface ObjectHead {
  readonly size: number
  readonly etag: string
  readonly changedAt: Date
  /** The cipher of server-side encryption, as the store reports it. */
  readonly encryptedBy?: string | undefined
}

export interface PartPage extends PartList {
  /** Of the latest of these parts; undefined if there are none. */
  readonly changedAt: Date | undefined
}
interface UploadRef {
  readonly key: string
  readonly uploadId: string
}
export interface OpenMultipart extends UploadRef {
  readonly begunAt: Date
}

/** The largest object that is copied with one request, and the parts of larger ones. Bytes. */
const COPY_MAX = 5 * 1024 ** 3
const COPY_PART = 1024 ** 3

const UNLIMITED = Number.POSITIVE_INFINITY
const CHECK_MS = 5 * SECOND

const PROBES = 'probe/'
const PROBE = /^probe\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const newProbe = (): string => `${PROBES}${randomUUID()}`

/** S3 calls on one bucket, with types and errors of the port. */
export class S3Bucket {
  readonly name: string
  readonly #prefix: string
  readonly #encryption: ReturnType<typeof encryptionParameters>
  readonly #client: S3Client
  /** Sends a command; rejects with errors of the port. */
  readonly #send: S3Client['send']
  /** Reads last as long as their readers take, so short calls have connections of their own. */
  readonly #bodies: S3Client
  readonly #requireWritable: () => Promise<void>
  #conditionalPut: Promise<boolean> | undefined
  #encrypted: Promise<boolean> | undefined

  /** @param requireWritable is called before every change; its error fails the call. */
  constructor(location: S3Location, requireWritable: () => Promise<void> = async () => undefined) {
    this.name = location.bucket
    this.#requireWritable = requireWritable
    this.#prefix = location.prefix ?? ''
    this.#encryption = encryptionParameters(location)
    this.#client = openS3Client(location)
    const send = this.#client.send.bind(this.#client) as (...call: unknown[]) => Promise<never>
    this.#send = ((...call: unknown[]) => mapStoreErrors(send(...call))) as S3Client['send']
    this.#bodies = openS3Client(location, { connections: UNLIMITED, maxBytes: UNLIMITED })
  }

  /** Whether the store supports `If-None-Match: *`. Probed, as some stores ignore the header. */
  supportsConditionalPut(): Promise<boolean> {
    this.#conditionalPut ??= this.#probeConditionalPut().catch((error: unknown) => {
      this.#conditionalPut = undefined
      throw error
    })
    return this.#conditionalPut
  }

  async #probeConditionalPut(): Promise<boolean> {
    const empty = Buffer.alloc(0)
    const key = newProbe()
    try {
      for (let n = 0; n < 2; n++) await this.#put(key, 0, empty, { IfNoneMatch: '*' })
      return false
    } catch (error) {
      if (error instanceof PartConflict) return true
      if (isNotImplemented(error)) return false
      throw error
    } finally {
      await this.remove(key).catch(() => undefined)
    }
  }

  /** Whether the store encrypts as requested. Probed, as some stores ignore the request. */
  encrypts(): Promise<boolean> {
    this.#encrypted ??= this.#probeEncryption().catch((error: unknown) => {
      if (refusesEncryption(error)) return false
      // Other errors, such as a full store, say nothing about encryption.
      this.#encrypted = undefined
      throw error
    })
    return this.#encrypted
  }

  async #probeEncryption(): Promise<boolean> {
    const { ServerSideEncryption: cipher } = this.#encryption
    if (cipher === undefined) return false
    const key = newProbe()
    // Some stores respond but accept no objects.
    const signal = AbortSignal.timeout(CHECK_MS)
    try {
      await this.#put(key, 0, Buffer.alloc(0), {}, signal)
      const head = await this.head(key, signal)
      if (!head) throw new NoSuchObject()
      return head.encryptedBy === cipher
    } finally {
      await this.remove(key, AbortSignal.timeout(CHECK_MS)).catch(() => undefined)
    }
  }

  /** Removes probes from before `before` whose removal failed. */
  async deleteProbes(before: Date): Promise<void> {
    // Foreign objects may have the same prefix.
    for await (const { key, size, changedAt } of this.objects(PROBES))
      if (size === 0 && PROBE.test(key) && changedAt < before) await this.remove(key)
  }

  async create(key: string): Promise<string> {
    await this.#requireWritable()
    const command = new CreateMultipartUploadCommand({ ...this.#at(key), ...this.#encryption })
    const { UploadId } = await this.#send(command)
    return UploadId ?? ''
  }

  async putPart(
    { key, uploadId }: UploadRef,
    partNumber: number,
    length: number,
    body: Readable | Buffer,
    abortSignal?: AbortSignal,
  ): Promise<string> {
    const command = new UploadPartCommand({
      ...this.#at(key),
      UploadId: uploadId,
      PartNumber: partNumber,
      Body: body,
      ContentLength: length,
    })
    return etagOf(await ofUpload(this.#send(command, abortSignal && { abortSignal })))
  }

  /** Never overwrites an object, if the store supports that. */
  async put(
    key: string,
    length: number,
    body: Readable | Buffer,
    abortSignal?: AbortSignal,
  ): Promise<string> {
    return this.#put(
      key,
      length,
      body,
      (await this.supportsConditionalPut()) ? { IfNoneMatch: '*' } : {},
      abortSignal,
    )
  }

  async overwrite(key: string, body: Buffer): Promise<void> {
    await this.#put(key, body.length, body, {})
  }

  async #put(
    key: string,
    length: number,
    body: Readable | Buffer,
    condition: { IfNoneMatch?: string },
    abortSignal?: AbortSignal,
  ): Promise<string> {
    await this.#requireWritable()
    const command = new PutObjectCommand({
      ...this.#at(key),
      Body: body,
      ContentLength: length,
      ...this.#encryption,
      ...condition,
    })
    return etagOf(await this.#send(command, abortSignal && { abortSignal }))
  }

  async parts({ key, uploadId }: UploadRef, after: number, max: number): Promise<PartPage> {
    const command = new ListPartsCommand({
      ...this.#at(key),
      UploadId: uploadId,
      PartNumberMarker: String(after),
      MaxParts: max,
    })
    const { Parts = [], IsTruncated = false } = await ofUpload(this.#send(command))
    const parts = Parts.map(({ PartNumber = 0, Size = 0, ETag }) => ({
      partNumber: PartNumber,
      size: Size,
      etag: unquoted(ETag),
    }))
    const times = Parts.flatMap(({ LastModified }) => (LastModified ? [LastModified.getTime()] : []))
    return {
      parts,
      more: IsTruncated,
      changedAt: times.length > 0 ? new Date(Math.max(...times)) : undefined,
    }
  }

  async complete({ key, uploadId }: UploadRef, parts: readonly PartRef[]): Promise<void> {
    const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }))
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(key),
      UploadId: uploadId,
      MultipartUpload: { Parts },
    })
    await ofUpload(this.#send(command))
  }

  /** Succeeds if there is no such upload. */
  async abort(key: string, uploadId: string): Promise<void> {
    await this.#requireWritable()
    const command = new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId })
    await this.#send(command).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  }

  async head(key: string, abortSignal?: AbortSignal): Promise<ObjectHead | undefined> {
    try {
      const command = new HeadObjectCommand(this.#at(key))
      const found = await this.#send(command, abortSignal && { abortSignal })
      return {
        size: found.ContentLength ?? 0,
        etag: etagOf(found),
        changedAt: found.LastModified ?? new Date(0),
        encryptedBy: found.ServerSideEncryption,
      }
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined
      throw error
    }
  }

  /** Content of a short object; undefined if there is none. */
  async text(key: string, abortSignal?: AbortSignal): Promise<string | undefined> {
    try {
      const { Body } = await this.#send(new GetObjectCommand(this.#at(key)), abortSignal && { abortSignal })
      return await mapStoreErrors(Promise.resolve(Body?.transformToString()))
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined
      throw error
    }
  }

  /** The bytes from `position` on. Throws NoSuchObject if the object has another ETag. */
  async get(key: string, etag: string, position: number): Promise<Readable> {
    const range = position > 0 && { Range: `bytes=${position}-` }
    const command = new GetObjectCommand({ ...this.#at(key), IfMatch: `"${etag}"`, ...range })
    const { Body } = await mapStoreErrors(this.#bodies.send(command)).catch((error: unknown) => {
      throw error instanceof PartConflict ? new NoSuchObject() : error
    })
    return Body as Readable
  }

  async remove(key: string, abortSignal?: AbortSignal): Promise<void> {
    await this.#requireWritable()
    const command = new DeleteObjectCommand(this.#at(key))
    await this.#send(command, abortSignal && { abortSignal })
  }

  /** Copies an object within the bucket, in parts if it is large. */
  async copy(from: string, to: string, { size }: ObjectHead): Promise<void> {
    await this.#requireWritable()
    const CopySource = encodeURI(`${this.name}/${this.#prefix}${from}`)
    if (size <= COPY_MAX) {
      await this.#send(new CopyObjectCommand({ ...this.#at(to), ...this.#encryption, CopySource }))
      return
    }
    const uploadId = await this.create(to)
    const parts: PartRef[] = []
    for (let at = 0; at < size; at += COPY_PART) {
      const partNumber = parts.length + 1
      const { CopyPartResult } = await this.#send(
        new UploadPartCopyCommand({
          ...this.#at(to),
          CopySource,
          CopySourceRange: `bytes=${at}-${Math.min(size, at + COPY_PART) - 1}`,
          UploadId: uploadId,
          PartNumber: partNumber,
        }),
      )
      parts.push({ partNumber, etag: unquoted(CopyPartResult?.ETag) })
    }
    await this.complete({ key: to, uploadId }, parts)
  }

  /** Objects in order of key. */
  async *objects(prefix = ''): AsyncIterable<ObjectHead & { key: string }> {
    for (let token: string | undefined; ; ) {
      const page = await this.#send(
        new ListObjectsV2Command({ ...this.#below(prefix), ContinuationToken: token }),
      )
      for (const { Key = '', Size = 0, ETag, LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: this.#within(Key), size: Size, etag: unquoted(ETag), changedAt: LastModified }
      token = page.NextContinuationToken
      if (!page.IsTruncated || token === undefined) return
    }
  }

  /** Names directly below a prefix, up to the next slash, sorted. */
  async names(prefix: string): Promise<string[]> {
    const names = new Set<string>()
    for (let token: string | undefined; ; ) {
      const page = await this.#send(
        new ListObjectsV2Command({ ...this.#below(prefix), Delimiter: '/', ContinuationToken: token }),
      )
      for (const { Key = '' } of page.Contents ?? []) names.add(this.#within(Key).slice(prefix.length))
      for (const { Prefix = '' } of page.CommonPrefixes ?? [])
        names.add(this.#within(Prefix).slice(prefix.length, -1))
      token = page.NextContinuationToken
      if (!page.IsTruncated || token === undefined) return [...names].sort()
    }
  }

  /** Unfinished uploads in order of key. */
  async *uploads(prefix = ''): AsyncIterable<OpenMultipart> {
    for (let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}; ; ) {
      const page = await this.#send(new ListMultipartUploadsCommand({ ...this.#below(prefix), ...from }))
      for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? [])
        yield { key: this.#within(Key), uploadId: UploadId, begunAt: Initiated }
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      if (!page.IsTruncated) return
    }
  }

  async check(): Promise<void> {
    const abortSignal = AbortSignal.timeout(CHECK_MS)
    const command = new HeadBucketCommand({ Bucket: this.name })
    await this.#send(command, { abortSignal }).catch((error: unknown) => {
      throw abortSignal.aborted || error instanceof NoSuchObject ? new StoreUnavailable(error) : error
    })
  }

  close(): void {
    this.#client.destroy()
    this.#bodies.destroy()
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: this.#prefix + key }
  }

  #below(prefix: string): { Bucket: string; Prefix: string } {
    return { Bucket: this.name, Prefix: this.#prefix + prefix }
  }

  #within(name: string): string {
    return name.slice(this.#prefix.length)
  }
}

/** Some stores report a missing upload as a missing object. */
const ofUpload = <T>(response: Promise<T>): Promise<T> =>
  response.catch((error: unknown) => {
    throw error instanceof NoSuchObject ? new NoSuchUpload() : error
  })
const unquoted = (etag: string | undefined): string => (etag ?? '').replace(/^"|"$/g, '')
const etagOf = ({ ETag }: { ETag?: string | undefined }): string => unquoted(ETag)
const isGone = (error: unknown): boolean => error instanceof NoSuchObject || error instanceof NoSuchUpload
const nameOf = (error: unknown): string | undefined => (error as { name?: string }).name
const isNotImplemented = (error: unknown): boolean => nameOf(error) === 'NotImplemented'
const refusesEncryption = (error: unknown): boolean =>
  isNotImplemented(error) || nameOf(error) === 'InvalidArgument'
