import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { saveUpload, type UploadCheck } from '@clouddisk/contract/uploads'
import type { Person } from '../../server/test/person.ts'
import { authorize, initiate, objectCall, openUpload } from '../../server/test/transfer.ts'

/** Uploads as a script makes them: curl sends the parts, three at a time. */

const run = promisify(execFile)

/** A file that is cut into parts, and whose upload is opened. */
export interface CurlUpload {
  readonly person: Person
  readonly path: string
  readonly size: number
  readonly check: UploadCheck
  /** Holds the parts, by their numbers. */
  readonly parts: string
  readonly count: number
}

/** What is not measured: curl sends whole files only. */
export async function prepareUpload(person: Person, folder: string, path: string): Promise<CurlUpload> {
  const { size } = await stat(path)
  const bytes = { length: size } as Uint8Array
  const check = await openUpload(person, {
    ...{ parentId: person.user.rootId, name: basename(path), bytes, hashes: 'never' },
  })
  const parts = join(folder, 'parts')
  await mkdir(parts, { recursive: true })
  const count = Math.ceil(size / check.partSize)
  for (let n = 1; n <= count; n++)
    await run('dd', [
      `if=${path}`,
      `of=${join(parts, String(n))}`,
      `bs=${check.partSize}`,
      `skip=${n - 1}`,
      'count=1',
      'status=none',
    ])
  return { person, path, size, check, parts, count }
}

/** From begun to saved. @param sha256 of the file, lower-case hex; needed at the end. */
export async function sendByCurl(upload: CurlUpload, sha256: Promise<string>): Promise<void> {
  const { person, path, size, check, parts, count } = upload
  const uploadId = await initiate(person, check)
  const config: string[] = []
  for (let n = 1; n <= count; n++) config.push(await requestOf(upload, uploadId, n))
  const file = join(parts, 'curl.config')
  await writeFile(file, config.join('\nnext\n'))
  await run('curl', ['-sS', '--fail', '--parallel', '--parallel-max', '3', '-K', file])
  const etags = await Promise.all(Array.from({ length: count }, (_, at) => etagOf(headOf(parts, at + 1))))
  const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const complete = await objectCall(person, check, {
    verb: 'POST',
    action: 'mergeMultiPartObject',
    query: `?uploadId=${uploadId}`,
    body: `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
    contentType: 'application/xml',
  })
  if (!complete.ok) throw new Error(`complete: ${complete.status} ${await complete.text()}`)
  const { bucketName, objectKey } = check
  await person.call(saveUpload, {
    ...{ bucketName, objectKey, fSize: size, sha256: await sha256 },
    ...{ instanceName: basename(path), parentId: person.user.rootId },
  })
}

/** One part, as curl's configuration has it. */
async function requestOf({ person, check, parts }: CurlUpload, uploadId: string, n: number): Promise<string> {
  const { url, init } = await authorize(person, check, {
    verb: 'PUT',
    action: 'uploadPartObject',
    query: `?partNumber=${n}&uploadId=${uploadId}`,
    contentType: 'application/octet-stream',
  })
  const headers = Object.entries(init.headers as Record<string, string>)
  return [
    `url = "${url}"`,
    `upload-file = "${join(parts, String(n))}"`,
    ...headers.map(([header, value]) => `header = "${header}: ${value}"`),
    `dump-header = "${headOf(parts, n)}"`,
  ].join('\n')
}

/** File of the headers that a part was answered with. */
const headOf = (parts: string, n: number): string => join(parts, `${n}.head`)

const etagOf = async (head: string): Promise<string> =>
  /^etag: (.*)$/im.exec(await readFile(head, 'utf8'))?.[1]?.trim() ?? ''

/** Lower-case hex. */
export const opensslHash = async (algorithm: 'sha256' | 'md5', path: string): Promise<string> =>
  (await run('openssl', ['dgst', `-${algorithm}`, '-r', path])).stdout.split(' ')[0] ?? ''
