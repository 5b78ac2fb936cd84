import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { startTransferHost, type TransferHost } from '../../desktop/test/transfer-host.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { atLeast, atMost, type Figure } from '../figures.ts'
import { type CurlUpload, opensslHash, prepareUpload, sendByCurl } from '../sides/curl.ts'
import { openBrowser, openDrive } from '../sides/page.ts'
import { settle } from '../sides/processes.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

/** The desktop client's transfers beside curl, with the same parts against the same server, and beside the page. */

const MiB = 1024 ** 2
const SIZE = 1024 * MiB
const SMALL_FILES = 1000
/** As many as the page takes at a time. */
const PAGE_FILES = 500
const SMALL_BYTES = 10 * 1024

const run = promisify(execFile)

export async function desktop(stage: Stage): Promise<Figure[]> {
  const person = await signIn(stage.product.origin, ADMIN.userName, ADMIN.password)
  const folder = join(stage.folder, 'desktop')
  await mkdir(join(folder, 'parts'), { recursive: true })
  const host = await startTransferHost({
    baseUrl: stage.product.origin,
    token: person.token,
    userId: person.user.userId,
    folder: join(folder, 'client'),
    downloadFolder: join(folder, 'downloads'),
  })
  try {
    const up = await interleave(
      stage,
      () => uploadByClient(host, person, folder),
      () => uploadByCurl(person, folder),
    )
    const hashed = await interleave(
      stage,
      () => uploadByClient(host, person, folder),
      () => uploadByCurlAndOpenssl(person, folder),
    )
    const down = await interleave(
      stage,
      () => downloadByClient(host, person, folder),
      () => downloadByCurl(host, person, folder),
    )
    const browser = await openBrowser()
    const page = await openDrive(browser, stage.product.origin, ADMIN)
    const small = await interleave(
      stage,
      () => smallFiles(folder, SMALL_FILES, (paths) => smallByClient(host, person, paths)),
      () => smallFiles(folder, PAGE_FILES, async (paths) => void (await page.upload(paths))),
    ).finally(() => browser.close())
    const sent = await sentFiles(host)
    const smallDown: number[] = []
    while (smallDown.length < stage.rounds) smallDown.push(await smallDownByClient(host, sent, folder))
    const memory = [await peakMemory(host)]
    const name = 'curl, same parts'
    return [
      {
        name: 'Desktop client: 1 GiB up',
        unit: 'MiB/s',
        ours: up.ours,
        other: { name, values: up.others },
        line: atLeast(0.9),
      },
      {
        name: '… beside curl and OpenSSL, which hash it as the client has to',
        unit: 'MiB/s',
        ours: hashed.ours,
        other: { name: 'curl and openssl', values: hashed.others },
        line: atLeast(0.9),
      },
      {
        name: 'Desktop client: 1 GiB down',
        unit: 'MiB/s',
        ours: down.ours,
        other: { name: 'curl', values: down.others },
        line: atLeast(0.9),
      },
      {
        name: 'Desktop client: files of 10 KiB up',
        unit: 'files/s',
        ours: small.ours,
        other: { name: 'the page', values: small.others },
        line: atLeast(2),
      },
      {
        name: 'Desktop client: the same files down, 1,000 at a time',
        unit: 'files/s',
        ours: smallDown,
        absolute: true,
      },
      {
        name: 'Desktop client: peak memory of all of this',
        unit: 'MB',
        ours: memory,
        line: atMost(250),
        absolute: true,
      },
    ]
  } finally {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file that no server has seen. */
async function makeFile(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(Math.min(bytes, 16 * MiB))
  try {
    for (let at = 0; at < bytes; at += block.length) {
      randomFillSync(block)
      await file.write(block)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

const rate = (bytes: number, begun: number): number => bytes / MiB / ((performance.now() - begun) / 1000)

async function finished(host: TransferHost, before: number, count: number): Promise<void> {
  for (;;) {
    const { finished: now, upload, download, uploading, downloading } = await host.call('countTransfers', {})
    if (now - before >= count) return
    if (upload + download > 0 && uploading + downloading === 0) {
      const failed = await host.call('pageTransfers', { list: 'uploadFile', pageNo: 1, pageSize: 1 })
      const [first] = failed.list
      if (first?.status === 'error') throw new Error(`the client failed: ${JSON.stringify(first)}`)
    }
    await pause(20)
  }
}

async function uploadByClient(host: TransferHost, person: Person, folder: string): Promise<number> {
  const path = await makeFile(join(folder, `up-${newSeed()}.bin`), SIZE)
  const before = (await host.call('countTransfers', {})).finished
  await settle()
  const begun = performance.now()
  await addUploads(host, person, [path])
  await finished(host, before, 1)
  const speed = rate(SIZE, begun)
  await rm(path)
  return speed
}

const addUploads = (host: TransferHost, person: Person, paths: readonly string[]) =>
  host.call(
    'addTask',
    {
      tasks: paths.map((_, file) => ({
        type: 'uploadFile' as const,
        ...{ file, path: [], parentId: person.user.rootId, position: '', inGroup: false },
      })),
    },
    paths,
  )

async function uploadByCurl(person: Person, folder: string): Promise<number> {
  const upload = await prepareUpload(
    person,
    folder,
    await makeFile(join(folder, `curl-${newSeed()}.bin`), SIZE),
  )
  const sha256 = await opensslHash('sha256', upload.path)
  return timeUpload(upload, async () => sha256)
}

/** It makes the two hashes meanwhile that A§4 asks of a client. */
async function uploadByCurlAndOpenssl(person: Person, folder: string): Promise<number> {
  const upload = await prepareUpload(
    person,
    folder,
    await makeFile(join(folder, `curl-${newSeed()}.bin`), SIZE),
  )
  return timeUpload(upload, async () => {
    const [sha256] = await Promise.all([opensslHash('sha256', upload.path), opensslHash('md5', upload.path)])
    return sha256
  })
}

async function timeUpload(upload: CurlUpload, sha256: () => Promise<string>): Promise<number> {
  await settle()
  const begun = performance.now()
  await sendByCurl(upload, sha256())
  const speed = rate(SIZE, begun)
  await rm(upload.path)
  return speed
}

/** The same file each time, which is in the page cache of both. */
let stored: Promise<{ instanceId: string; name: string }> | undefined

const storedFile = (host: TransferHost, person: Person, folder: string) => {
  stored ??= (async () => {
    const name = `down-${newSeed()}.bin`
    const path = await makeFile(join(folder, name), SIZE)
    const before = (await host.call('countTransfers', {})).finished
    await addUploads(host, person, [path])
    await finished(host, before, 1)
    await rm(path)
    const { list } = await host.call('pageTransfers', { list: 'finished', pageNo: 1, pageSize: 1 })
    return { instanceId: list[0]?.instanceId ?? '', name }
  })()
  return stored
}

async function downloadByClient(host: TransferHost, person: Person, folder: string): Promise<number> {
  const { instanceId, name } = await storedFile(host, person, folder)
  const before = (await host.call('countTransfers', {})).finished
  await settle()
  const begun = performance.now()
  await host.call('addTask', {
    tasks: [{ type: 'downloadFile', instanceId, classifierId: 'File', fileName: name, fileSize: SIZE }],
  })
  await finished(host, before, 1)
  const speed = rate(SIZE, begun)
  await rm(join(folder, 'downloads'), { recursive: true })
  return speed
}

/** To the disk like the client, which answers for what it has said. */
async function downloadByCurl(host: TransferHost, person: Person, folder: string): Promise<number> {
  const { instanceId } = await storedFile(host, person, folder)
  const path = join(folder, 'curl.bin')
  await settle()
  const begun = performance.now()
  await run('curl', ['-sS', '--fail', '-o', path, await person.call(getDownloadUrl, { instanceId })])
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  const speed = rate(SIZE, begun)
  await rm(path)
  return speed
}

/** Files a second. */
async function smallFiles(
  folder: string,
  count: number,
  send: (paths: readonly string[]) => Promise<void>,
): Promise<number> {
  const paths: string[] = []
  for (let n = 0; n < count; n++)
    paths.push(await makeFile(join(folder, `small-${newSeed()}.bin`), SMALL_BYTES))
  await settle()
  const begun = performance.now()
  await send(paths)
  const speed = count / ((performance.now() - begun) / 1000)
  await Promise.all(paths.map((path) => rm(path)))
  return speed
}

async function smallByClient(host: TransferHost, person: Person, paths: readonly string[]): Promise<void> {
  const before = (await host.call('countTransfers', {})).finished
  await addUploads(host, person, paths)
  await finished(host, before, SMALL_FILES)
}

/** The small files that the client has sent last, to be brought back. */
async function sentFiles(host: TransferHost) {
  const { list } = await host.call('pageTransfers', { list: 'finished', pageNo: 1, pageSize: SMALL_FILES })
  return list.map(({ instanceId, fileName, fileSize }) => ({
    ...{ type: 'downloadFile' as const, classifierId: 'File' as const },
    ...{ instanceId: instanceId ?? '', fileName, fileSize },
  }))
}

/** Files a second; each is on the disk when it counts. */
async function smallDownByClient(
  host: TransferHost,
  tasks: Awaited<ReturnType<typeof sentFiles>>,
  folder: string,
): Promise<number> {
  const before = (await host.call('countTransfers', {})).finished
  await settle()
  const begun = performance.now()
  await host.call('addTask', { tasks })
  await finished(host, before, tasks.length)
  const speed = tasks.length / ((performance.now() - begun) / 1000)
  await rm(join(folder, 'downloads'), { recursive: true })
  return speed
}

/** MB, as the kernel counts it. */
async function peakMemory({ pid }: TransferHost): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}
