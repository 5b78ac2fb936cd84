import { randomUUID } from 'node:crypto'
import { login } from '@clouddisk/contract/accounts'
import { downloadInstance, getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder, moveInstances, pageInstances, removeInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink, removeLinks } from '@clouddisk/contract/links'
import { type Input, pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { searchInstancePage } from '@clouddisk/contract/search'
import { clearTrash, restoreTrash } from '@clouddisk/contract/trash'
import {
  checkUploadAble,
  FILES_TYPE,
  putFile,
  queryUploadAuth,
  saveUpload,
  smallFilesHead,
  type UploadCheck,
  uploadFiles,
} from '@clouddisk/contract/uploads'
import { digest, partCount, partLength, type SmallFile, smallFiles, withPart } from './content.ts'
import { readEnvelope } from './envelope.ts'
import type { Answers, ProductTasks, Uploaded } from './protocol.ts'
import { type Visits, visitLink } from './visitors.ts'
import { type Answer, abreast, fetchRaw, type Wire } from './wire.ts'

const BYTES = 'application/octet-stream'
const XML = 'application/xml'
/** Items that are removed in one call. */
const MANY = 100

/** The product, by the calls that its own clients make. */
export class Product implements Answers<ProductTasks> {
  readonly #origin: string
  readonly #wire: Wire
  readonly #wireTo: (origin: string) => Wire
  /** Stores that take bytes themselves, by their origins. */
  readonly #stores = new Map<string, Wire>()
  #token = ''

  constructor(origin: string, wireTo: (origin: string) => Wire) {
    this.#origin = origin
    this.#wireTo = wireTo
    this.#wire = wireTo(origin)
  }

  signIn = async (input: { userName: string; password: string }) => {
    const { userId, token } = await this.#call(login, input)
    this.#token = token
    const { parent } = await this.#call(pageInstances, { parentId: '0' })
    return { personId: userId, rootId: parent.instanceId }
  }

  createFolder = async ({ parentId, name }: { parentId: string; name: string }) =>
    (await this.#call(createFolder, { parentId, instanceName: name })).instanceId

  /** As while a browser still hashes: asked without hashes, hashed by the server as it arrives, compared on saving. */
  upload = async (input: {
    seed: number
    size: number
    partSize: number
    width: number
  }): Promise<Uploaded> => {
    const sha256 = digest(input.seed, input.size, input.partSize)
    return this.#upload(input, sha256)
  }

  uploads = async (input: { seeds: readonly number[]; size: number; partSize: number; width: number }) => {
    const { seeds, ...rest } = input
    const hashed = seeds.map((seed) => ({ seed, sha256: digest(seed, rest.size, rest.partSize) }))
    const done = await Promise.all(hashed.map(({ seed, sha256 }) => this.#upload({ seed, ...rest }, sha256)))
    return Math.max(...done.map(({ ms }) => ms))
  }

  async #upload(
    input: { seed: number; size: number; partSize: number; width: number },
    sha256: string,
  ): Promise<Uploaded> {
    const { seed, size, width } = input
    const instanceName = `${seed}.bin`
    const begun = performance.now()
    const check = await this.#check({ fSize: size, instanceName, parentId: '0' })
    if (check.partSize !== input.partSize) throw new Error(`parts are of ${check.partSize} bytes here`)
    await this.#sendParts(check, seed, size, width)
    const saved = await this.#save(check, { fSize: size, instanceName, parentId: '0', sha256 })
    const ms = performance.now() - begun
    if (saved.fileSize !== size) throw new Error(`saved ${saved.fileSize} bytes of ${size}`)
    return { ms, file: saved.instanceId, sha256, straight: this.#stores.size > 0 }
  }

  async #sendParts(check: UploadCheck, seed: number, size: number, width: number): Promise<void> {
    const { partSize } = check
    const begun = await this.#object(check, 'POST', 'initmultipartUpload', 'uploads')
    const uploadId = /<UploadId>([^<]+)</.exec(begun.body.toString())?.[1] ?? ''
    const etags: string[] = []
    await abreast(partCount(size, partSize), width, async (n) => {
      const query = `partNumber=${n + 1}&uploadId=${uploadId}`
      const answer = await withPart(seed, n, partLength(size, partSize, n), (bytes) =>
        this.#object(check, 'PUT', 'uploadPartObject', query, BYTES, bytes),
      )
      etags[n] = String(answer.headers.etag)
    })
    const parts = etags.map((etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await this.#object(check, 'POST', 'mergeMultiPartObject', `uploadId=${uploadId}`, XML, list)
  }

  download = async ({ file, sha256 }: { file: string; sha256?: string }) => {
    const begun = performance.now()
    const url = new URL(await this.#call(getDownloadUrl, { instanceId: file }))
    const fetched = await fetchRaw(url, {}, sha256 !== undefined)
    if (fetched.sha256 !== sha256) throw new Error('other bytes came back than were sent')
    return { ms: performance.now() - begun, bytes: fetched.bytes }
  }

  smallFiles = async (input: {
    seed: number
    count: number
    size: number
    width: number
    folder: string
  }) => {
    const files = smallFiles(input.seed, input.count, input.size)
    return abreast(input.count, input.width, async (n) => {
      const file = files[n]
      if (file) await this.#sendSmall(file, input.folder)
    })
  }

  puts = async (input: { seed: number; count: number; size: number; width: number; folder: string }) => {
    const files = smallFiles(input.seed, input.count, input.size)
    const headers = { authorization: `Bearer ${this.#token}` }
    return abreast(input.count, input.width, async (n) => {
      const file = files[n]
      if (!file) return
      const query = new URLSearchParams({
        parentId: input.folder,
        instanceName: file.name,
        sha256: file.sha256,
      })
      readEnvelope(await this.#wire.send('PUT', `${pathOf(putFile)}?${query}`, headers, file.bytes))
    })
  }

  fetchAll = async ({
    folder,
    count,
    size,
    width,
  }: {
    folder: string
    count: number
    size: number
    width: number
  }) => {
    const { list } = await this.#call(pageInstances, { parentId: folder, pageSize: 1000 })
    if (list.length !== count) throw new Error(`${list.length} files of ${count} are there`)
    return abreast(count, width, async (n) => {
      const { body } = await this.#send(downloadInstance, { instanceId: list[n]?.instanceId ?? '' })
      if (body.length !== size) throw new Error('another file came')
    })
  }

  batches = async (input: {
    seed: number
    count: number
    size: number
    width: number
    folder: string
    together: number
  }) => {
    const files = smallFiles(input.seed, input.count, input.size)
    const batches = Array.from({ length: Math.ceil(input.count / input.together) }, (_, n) =>
      files.slice(n * input.together, (n + 1) * input.together),
    )
    return abreast(batches.length, input.width, (n) => this.#sendTogether(batches[n] ?? [], input.folder))
  }

  async #sendTogether(files: readonly SmallFile[], parentId: string): Promise<void> {
    const about = files.map(({ name, bytes, sha256 }) => ({
      parentId,
      instanceName: name,
      fSize: bytes.length,
      sha256,
    }))
    const head = smallFilesHead({ batchId: randomUUID(), files: about })
    const body = Buffer.concat([head, ...files.map(({ bytes }) => bytes)])
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': FILES_TYPE }
    const answer = await this.#wire.send('POST', pathOf(uploadFiles), headers, body)
    allWell((readEnvelope(answer) as Reply<typeof uploadFiles>).list)
  }

  async #sendSmall(file: SmallFile, parentId: string): Promise<void> {
    const about = {
      fSize: file.bytes.length,
      instanceName: file.name,
      parentId,
      fMd5: file.md5,
      sha256: file.sha256,
    }
    const check = await this.#check(about)
    await this.#object(check, 'PUT', 'upload', '', BYTES, file.bytes)
    await this.#save(check, about)
  }

  pages = async (input: { parentId: string; pageSize: number; cursor?: string; count: number }) => {
    const { count, ...page } = input
    // The clock stops when the answer is there; reading it is the caller's.
    return timed(count, () => this.#send(pageInstances, page), readEnvelope)
  }

  searches = async (asked: { keywords: string[]; pageSize: number; content?: boolean }) => {
    const { keywords, pageSize, content = false } = asked
    const times: number[] = []
    for (const keyword of keywords)
      times.push(
        ...(await timed(
          1,
          () => this.#send(searchInstancePage, { keyword, pageSize, content }),
          readEnvelope,
        )),
      )
    return times
  }

  repeat = async (asked: { route: string; input: Record<string, unknown>; count: number }) => {
    const { route, input, count } = asked
    const found = ROUTES.find(({ name }) => name === route)
    if (!found) throw new Error(`there is no call ${route}`)
    return timed(count, () => this.#send(found, input as Input<typeof found>), readEnvelope)
  }

  walk = async ({ parentId, pageSize }: { parentId: string; pageSize: number }) => {
    const times: number[] = []
    let last = ''
    let files = 0
    for (let cursor: string | undefined; ; ) {
      const begun = performance.now()
      const page: Reply<typeof pageInstances> = await this.#call(pageInstances, {
        parentId,
        pageSize,
        ...(cursor === undefined ? {} : { cursor }),
      })
      times.push(performance.now() - begun)
      files += page.list.length
      if (files >= page.total || !page.nextCursor) return { last, files, times }
      cursor = page.nextCursor
      last = cursor
    }
  }

  moves = async ({ id, from, to, count }: { id: string; from: string; to: string; count: number }) => {
    let away = false
    const move = async () => {
      away = !away
      const targeParentId = away ? to : from
      allWell((await this.#call(moveInstances, { instances: id, targeParentId, conflict: 'fail' })).list)
    }
    const times = await timed(count, move)
    if (away) await move()
    return times
  }

  deletions = async ({ id, count }: { id: string; count: number }) => {
    const deleted: number[] = []
    const restored: number[] = []
    for (let n = 0; n < count; n++) {
      const begun = performance.now()
      allWell((await this.#call(removeInstances, { instanceIds: id })).list)
      const gone = performance.now()
      allWell((await this.#call(restoreTrash, { instanceIds: id })).list)
      deleted.push(gone - begun)
      restored.push(performance.now() - gone)
    }
    return { deleted, restored }
  }

  removeForGood = async ({ ids }: { ids: readonly string[] }) => {
    for (let n = 0; n < ids.length; n += MANY) {
      const instanceIds = ids.slice(n, n + MANY).join(',')
      allWell((await this.call(removeInstances, { instanceIds })).list)
    }
    await this.call(clearTrash, {})
  }

  archive = async ({ folder }: { folder: string }) => {
    const begun = performance.now()
    const { url } = await this.#call(getArchiveUrl, { instanceIds: folder })
    const { bytes } = await fetchRaw(new URL(url), {})
    return { ms: performance.now() - begun, bytes }
  }

  /** By a link of their own, as a network begins so many visits of one link in an hour only. */
  visits = async ({ folder, ...visits }: Visits & { folder: string }) => {
    const { shareId, linkPath } = await this.#call(createOrUpdateLink, { instanceIds: [folder], code: '' })
    const ms = await visitLink(this.#wire, linkPath, visits)
    await this.#call(removeLinks, { shareIds: [shareId] })
    return ms
  }

  async #check(input: Input<typeof checkUploadAble>): Promise<UploadCheck> {
    const check = await this.#call(checkUploadAble, input)
    if (check.uploadflag !== '3') throw new Error(`not to be uploaded: ${JSON.stringify(check)}`)
    return check
  }

  #save(
    { bucketName, objectKey }: UploadCheck,
    about: Omit<Input<typeof saveUpload>, 'bucketName' | 'objectKey'>,
  ) {
    return this.#call(saveUpload, { ...about, bucketName, objectKey })
  }

  /** One object call with an authorization of its own, as C section 3 wants it. */
  async #object(
    { bucketName, objectKey }: UploadCheck,
    httpVerb: 'PUT' | 'POST',
    action: Input<typeof queryUploadAuth>['action'],
    query: string,
    contentType?: string,
    body: Buffer | string | null = null,
  ): Promise<Answer> {
    const path = `/${bucketName}/${objectKey}`
    const resourceUri = query === '' ? path : `${path}?${query}`
    const type = contentType === undefined ? {} : { contentType }
    const auth = await this.#call(queryUploadAuth, {
      httpVerb,
      bucketName,
      objectKey,
      resourceUri,
      action,
      ...type,
    })
    const headers = { ...auth.headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) }
    const host = new URL(auth.host)
    const target = host.pathname.replace(/\/$/, '') + resourceUri
    return this.#wireOf(host.origin).send(httpVerb, target, lowerCase(headers), body)
  }

  #wireOf(origin: string): Wire {
    if (origin === this.#origin) return this.#wire
    const wire = this.#stores.get(origin) ?? this.#wireTo(origin)
    this.#stores.set(origin, wire)
    return wire
  }

  call<T extends Route>(route: T, input: Input<T>): Promise<Reply<T>> {
    return this.#call(route, input)
  }

  /** Fetches from this server. */
  async fetchUrl(address: string): Promise<Buffer> {
    const { pathname, search } = new URL(address)
    return (await this.#wire.send('GET', pathname + search)).body
  }

  async #call<T extends Route>(route: T, input: Input<T>): Promise<Reply<T>> {
    return readEnvelope(await this.#send(route, input)) as Reply<T>
  }

  #send<T extends Route>(route: T, input: Input<T>): Promise<Answer> {
    const authorization = `Bearer ${this.#token}`
    const path = pathOf(route)
    if (route.methods[0] === 'GET') {
      const query = new URLSearchParams(input as Record<string, string>)
      return this.#wire.send('GET', `${path}?${query}`, { authorization })
    }
    const headers = { authorization, 'content-type': 'application/json' }
    return this.#wire.send('POST', path, headers, JSON.stringify(input))
  }
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== 'host' && name !== 'content-length'),
  )

async function timed<T>(
  count: number,
  work: () => Promise<T>,
  after: (result: T) => void = () => undefined,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    const result = await work()
    times.push(performance.now() - begun)
    after(result)
  }
  return times
}

function allWell(list: readonly { errcode: number; errmsg: string }[]): void {
  const bad = list.find(({ errcode }) => errcode !== 0)
  if (bad || list.length === 0) throw new Error(`refused: ${bad?.errcode} ${bad?.errmsg}`)
}
