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

/** What a store says of an object. */
export interface ObjectHead {
  readonly size: number
  readonly etag: string
  readonly changedAt: Date
  /** What the store says that it encrypted it by. */
  readonly encryptedBy?: string | undefined
}

/** Some of the parts of an upload. */
export interface PartPage extends PartList {
  /** When the latest of these came; undefined where there are none. */
  readonly changedAt: Date | undefined
}
export interface OpenMultipart {
  readonly key: string
  readonly uploadId: string
  readonly begunAt: Date
}

/** The largest object that a store copies in one piece, and the pieces of larger ones. Bytes. */
const COPY_MAX = 5 * 1024 ** 3
const COPY_PART = 1024 ** 3

const ENDLESS = Number.POSITIVE_INFINITY
/** Whoever asks whether the store is there does not wait long. */
const CHECK_MS = 5 * SECOND

const PROBES = 'probe/'
const PROBE = /^probe\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const newProbe = (): string => `${PROBES}${randomUUID()}`

/** The calls that we make on one bucket, in the port's words; no rules here. */
export class S3Bucket {
  readonly name: string
  readonly #prefix: string
  /** Said with everything that is stored. */
  readonly #encryption: ReturnType<typeof encryptionParameters>
  readonly #client: S3Client
  /** Bodies last as long as their readers take: short calls do not wait for them. */
  readonly #bodies: S3Client
  readonly #mayWrite: () => Promise<void>
  #keeping: Promise<boolean> | undefined
  #encrypting: Promise<boolean> | undefined

  /** @param mayWrite asked before anything is changed there; what it throws is the answer. */
  constructor(place: S3Location, mayWrite: () => Promise<void> = async () => undefined) {
    this.name = place.bucket
    this.#mayWrite = mayWrite
    this.#prefix = place.prefix ?? ''
    this.#encryption = encryptionParameters(place)
    this.#client = openS3Client(place)
    this.#bodies = openS3Client(place, { connections: ENDLESS, longest: ENDLESS })
  }

  /** Whether the store can be told to write over nothing; tried out, since some take the wish and ignore it. */
  keeps(): Promise<boolean> {
    this.#keeping ??= this.#tryKeeping().catch((error: unknown) => {
      this.#keeping = undefined
      throw error
    })
    return this.#keeping
  }

  async #tryKeeping(): Promise<boolean> {
    const nothing = Buffer.alloc(0)
    const key = newProbe()
    try {
      for (let time = 0; time < 2; time++) await this.#put(key, 0, nothing, { IfNoneMatch: '*' })
      return false
    } catch (error) {
      if (error instanceof PartConflict) return true
      if (isUnknownThere(error)) return false
      throw error
    } finally {
      await this.remove(key).catch(() => undefined)
    }
  }

  /** Whether the store encrypts what it is asked to; tried out, since some take the wish and ignore it. */
  encrypts(): Promise<boolean> {
    this.#encrypting ??= this.#tryEncrypting().catch((error: unknown) => {
      if (refusesWish(error)) return false
      // Whatever else went wrong, such as one that is full, tells nothing of the wish.
      this.#encrypting = undefined
      throw error
    })
    return this.#encrypting
  }

  async #tryEncrypting(): Promise<boolean> {
    const { ServerSideEncryption: by } = this.#encryption
    if (by === undefined) return false
    const key = newProbe()
    // One may answer what it is asked, and take nothing.
    const within = AbortSignal.timeout(CHECK_MS)
    try {
      await this.#put(key, 0, Buffer.alloc(0), {}, within)
      const seen = await this.head(key, within)
      if (!seen) throw new NoSuchObject()
      return seen.encryptedBy === by
    } finally {
      await this.remove(key, AbortSignal.timeout(CHECK_MS)).catch(() => undefined)
    }
  }

  /** Removes what was tried before `before` and lies there still: its removal failed. */
  async forgetProbes(before: Date): Promise<void> {
    // Others may lie beside ours.
    for await (const { key, size, changedAt } of this.objects(PROBES))
      if (size === 0 && PROBE.test(key) && changedAt < before) await this.remove(key)
  }

  async create(key: string): Promise<string> {
    await this.#mayWrite()
    const command = new CreateMultipartUploadCommand({ ...this.#at(key), ...this.#encryption })
    const { UploadId } = await mapStoreErrors(this.#client.send(command))
    return UploadId ?? ''
  }

  async putPart(
    { key, uploadId }: { key: string; uploadId: string },
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
    return etagOf(await ofUpload(mapStoreErrors(this.#client.send(command, abortSignal && { abortSignal }))))
  }

  /** Never over what is there, where the store can tell. */
  async put(
    key: string,
    length: number,
    body: Readable | Buffer,
    abortSignal?: AbortSignal,
  ): Promise<string> {
    return this.#put(key, length, body, (await this.keeps()) ? { IfNoneMatch: '*' } : {}, abortSignal)
  }

  /** Also over what is there. */
  async putOver(key: string, body: Buffer): Promise<void> {
    await this.#put(key, body.length, body, {})
  }

  async #put(
    key: string,
    length: number,
    body: Readable | Buffer,
    condition: { IfNoneMatch?: string },
    abortSignal?: AbortSignal,
  ): Promise<string> {
    await this.#mayWrite()
    const command = new PutObjectCommand({
      ...this.#at(key),
      Body: body,
      ContentLength: length,
      ...this.#encryption,
      ...condition,
    })
    return etagOf(await mapStoreErrors(this.#client.send(command, abortSignal && { abortSignal })))
  }

  async parts(
    { key, uploadId }: { key: string; uploadId: string },
    after: number,
    max: number,
  ): Promise<PartPage> {
    const command = new ListPartsCommand({
      ...this.#at(key),
      UploadId: uploadId,
      PartNumberMarker: String(after),
      MaxParts: max,
    })
    const { Parts = [], IsTruncated = false } = await ofUpload(mapStoreErrors(this.#client.send(command)))
    const parts = Parts.map(({ PartNumber = 0, Size = 0, ETag }) => ({
      partNumber: PartNumber,
      size: Size,
      etag: bare(ETag),
    }))
    const times = Parts.flatMap(({ LastModified }) => (LastModified ? [LastModified.getTime()] : []))
    return {
      parts,
      more: IsTruncated,
      changedAt: times.length > 0 ? new Date(Math.max(...times)) : undefined,
    }
  }

  async complete(
    { key, uploadId }: { key: string; uploadId: string },
    parts: readonly PartRef[],
  ): Promise<void> {
    const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }))
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(key),
      UploadId: uploadId,
      MultipartUpload: { Parts },
    })
    await ofUpload(mapStoreErrors(this.#client.send(command)))
  }

  /** Nothing to abort is fine. */
  async abort(key: string, uploadId: string): Promise<void> {
    await this.#mayWrite()
    const command = new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId })
    await mapStoreErrors(this.#client.send(command)).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  }

  async head(key: string, abortSignal?: AbortSignal): Promise<ObjectHead | undefined> {
    try {
      const command = new HeadObjectCommand(this.#at(key))
      const found = await mapStoreErrors(this.#client.send(command, abortSignal && { abortSignal }))
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

  /** A short object's bytes as text; undefined where there is none. */
  async text(key: string, abortSignal?: AbortSignal): Promise<string | undefined> {
    try {
      const answer = this.#client.send(new GetObjectCommand(this.#at(key)), abortSignal && { abortSignal })
      return await mapStoreErrors(answer.then(({ Body }) => Body?.transformToString()))
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined
      throw error
    }
  }

  /** The bytes from `position` on of the object with this ETag. NoSuchObject. */
  async get(key: string, etag: string, position: number): Promise<Readable> {
    const range = position > 0 && { Range: `bytes=${position}-` }
    const command = new GetObjectCommand({ ...this.#at(key), IfMatch: `"${etag}"`, ...range })
    const answer = await mapStoreErrors(this.#bodies.send(command)).catch((error: unknown) => {
      throw error instanceof PartConflict ? new NoSuchObject() : error
    })
    return answer.Body as Readable
  }

  async remove(key: string, abortSignal?: AbortSignal): Promise<void> {
    await this.#mayWrite()
    const command = new DeleteObjectCommand(this.#at(key))
    await mapStoreErrors(this.#client.send(command, abortSignal && { abortSignal }))
  }

  /** Under another name beside it; what is larger than a store copies at once goes in pieces. */
  async copy(from: string, to: string, { size }: ObjectHead): Promise<void> {
    await this.#mayWrite()
    const CopySource = encodeURI(`${this.name}/${this.#prefix}${from}`)
    if (size <= COPY_MAX) {
      await mapStoreErrors(
        this.#client.send(new CopyObjectCommand({ ...this.#at(to), ...this.#encryption, CopySource })),
      )
      return
    }
    const uploadId = await this.create(to)
    const parts: PartRef[] = []
    for (let at = 0; at < size; at += COPY_PART) {
      const partNumber = parts.length + 1
      const { CopyPartResult } = await mapStoreErrors(
        this.#client.send(
          new UploadPartCopyCommand({
            ...this.#at(to),
            CopySource,
            CopySourceRange: `bytes=${at}-${Math.min(size, at + COPY_PART) - 1}`,
            UploadId: uploadId,
            PartNumber: partNumber,
          }),
        ),
      )
      parts.push({ partNumber, etag: bare(CopyPartResult?.ETag) })
    }
    await this.complete({ key: to, uploadId }, parts)
  }

  /** Objects in order of key. */
  async *objects(prefix = ''): AsyncIterable<ObjectHead & { key: string }> {
    for (let token: string | undefined; ; ) {
      const page = await mapStoreErrors(
        this.#client.send(new ListObjectsV2Command({ ...this.#below(prefix), ContinuationToken: token })),
      )
      for (const { Key = '', Size = 0, ETag, LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: this.#within(Key), size: Size, etag: bare(ETag), changedAt: LastModified }
      token = page.NextContinuationToken
      if (!page.IsTruncated || token === undefined) return
    }
  }

  /** What lies right below a prefix, up to the next slash, in order; each name once. */
  async names(prefix: string): Promise<string[]> {
    const names = new Set<string>()
    for (let token: string | undefined; ; ) {
      const page = await mapStoreErrors(
        this.#client.send(
          new ListObjectsV2Command({ ...this.#below(prefix), Delimiter: '/', ContinuationToken: token }),
        ),
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
      const page = await mapStoreErrors(
        this.#client.send(new ListMultipartUploadsCommand({ ...this.#below(prefix), ...from })),
      )
      for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? [])
        yield { key: this.#within(Key), uploadId: UploadId, begunAt: Initiated }
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      if (!page.IsTruncated) return
    }
  }

  async check(): Promise<void> {
    const abortSignal = AbortSignal.timeout(CHECK_MS)
    const command = new HeadBucketCommand({ Bucket: this.name })
    await mapStoreErrors(this.#client.send(command, { abortSignal })).catch((error: unknown) => {
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

/** Some stores answer to a call on an upload that nothing is there, and not which. */
const ofUpload = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof NoSuchObject ? new NoSuchUpload() : error
  })
const bare = (etag: string | undefined): string => (etag ?? '').replace(/^"|"$/g, '')
const etagOf = ({ ETag }: { ETag?: string | undefined }): string => bare(ETag)
const isGone = (error: unknown): boolean => error instanceof NoSuchObject || error instanceof NoSuchUpload
const nameOf = (error: unknown): string | undefined => (error as { name?: string }).name
const isUnknownThere = (error: unknown): boolean => nameOf(error) === 'NotImplemented'
/** One that refuses to encrypt will tomorrow too. */
const refusesWish = (error: unknown): boolean => isUnknownThere(error) || nameOf(error) === 'InvalidArgument'
