import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { DisposableStack } from '@clouddisk/server/boot'
import type { S3Location } from '@clouddisk/server/objects/s3/client'
import { type Machines, startMachines } from '../../../server/test/cluster/machines.ts'
import { type Person, signIn } from '../../../server/test/person.ts'
import { newBucket } from '../../../server/test/stores/bucket.ts'
import { type Ceph, startCeph } from '../../../server/test/stores/ceph.ts'
import { freePort } from '../../../server/test/stores/reach.ts'
import { Line } from './line.ts'

/**
 * Two servers behind nginx, one PostgreSQL, one bucket of Ceph, and a line that can be spoiled wherever two of them talk:
 * each can be killed, and cut off, by itself.
 */

/** How files of several parts come into the bucket. */
export const UPLOADS = ['proxied', 'direct'] as const
export type Uploads = (typeof UPLOADS)[number]

const PASSWORD = 'Correct-horse1'
const READY_MS = 60_000
/** So soon the proxy asks a server again that it could not reach. */
const FAIL_SECONDS = 1
const SOCKET = '.s.PGSQL.5432'

export interface World {
  readonly uploads: Uploads
  readonly machines: Machines
  readonly ceph: Ceph
  readonly place: S3Location
  /** Where people reach the servers. */
  readonly baseUrl: string
  readonly lines: {
    readonly people: Line
    readonly servers: readonly Line[]
    readonly database: Line
    readonly store: Line
    /** Of people to the gateway, where their uploads go straight there. */
    readonly direct: Line | undefined
  }
  person(name: string, capacity: number | null): Promise<Person>
  /** Ends once all that stands answers. */
  allReady(): Promise<void>
  /** Ends once PostgreSQL answers. */
  databaseReady(): Promise<void>
  /** What the proxy has answered since it was asked last: how often each status, and whom it told that something broke. */
  answered(): Promise<Answered>
  /** What the servers have written of calls that broke. */
  complaints(): Promise<string>
  close(): Promise<void>
}

export interface Answered {
  readonly byStatus: ReadonlyMap<string, number>
  readonly broken: readonly string[]
}

export async function openWorld(uploads: Uploads): Promise<World> {
  const cleanup = new DisposableStack()
  try {
    return await open(uploads, cleanup)
  } catch (error) {
    await cleanup.close().catch(() => undefined)
    throw error
  }
}

async function open(uploads: Uploads, cleanup: DisposableStack): Promise<World> {
  const ceph = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), await freePort())
  cleanup.defer(() => ceph.stop())
  await ceph.ready
  const place = await newBucket(ceph.reach)
  const lineTo = async (target: Parameters<typeof Line.to>[0]) => {
    const line = await Line.to(target)
    cleanup.defer(() => line.close())
    return line
  }
  const gateway = { host: '127.0.0.1', port: Number(new URL(place.endpoint).port) }
  const store = await lineTo(gateway)
  const direct = uploads === 'direct' ? await lineTo(gateway) : undefined
  const servers: Line[] = []
  let database: Line | undefined
  const machines = await startMachines({
    place,
    failSeconds: FAIL_SECONDS,
    settings: {
      CLOUDDISK_S3_UPLOADS: uploads,
      ...(direct && { CLOUDDISK_S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${direct.port}` }),
    },
    lines: {
      machine: async (port) => {
        const line = await lineTo({ host: '127.0.0.1', port })
        servers.push(line)
        return line.port
      },
      database: async (url) => {
        const own = new URL(url)
        database = await lineTo({ path: join(own.searchParams.get('host') ?? '', SOCKET) })
        return `postgres://${own.username}@127.0.0.1:${database.port}${own.pathname}`
      },
      store: async () => `http://127.0.0.1:${store.port}`,
    },
  })
  cleanup.defer(() => machines.close())
  const people = await lineTo({ host: '127.0.0.1', port: Number(new URL(machines.baseUrl).port) })
  if (!database) throw new Error('no line to the database')
  const baseUrl = `http://127.0.0.1:${people.port}`
  const log = new AccessLog(join(machines.home, 'nginx', 'access.log'))
  return {
    uploads,
    machines,
    ceph,
    place,
    baseUrl,
    lines: { people, servers, database, store, direct },
    person: async (userName, capacity) => {
      await machines.add({ userName, password: PASSWORD, capacity })
      return signIn(baseUrl, userName, PASSWORD, 'en-US')
    },
    allReady: async () => {
      for (const machine of machines.all) await until(() => machine.isReady(), machine.baseUrl)
      // Whom the proxy could not reach it leaves alone for a moment.
      await until(() => fetch(`${baseUrl}/readyz`).then((answer) => answer.ok), 'the proxy')
    },
    databaseReady: () => until(() => machines.database.query('select 1').then(() => true), 'PostgreSQL'),
    answered: () => log.more(),
    complaints: () => complaintsOf(machines),
    close: () => cleanup.close(),
  }
}

async function until(isReady: () => Promise<boolean>, whose: string): Promise<void> {
  for (const late = Date.now() + READY_MS; !(await isReady().catch(() => false)); await delay(50))
    if (Date.now() > late) throw new Error(`${whose} is not ready again`)
}

const COMPLAINTS = /"msg":"(?:(?:request|object call|download|stopping) failed|unhandled.*)"/
const COMPLAINTS_MAX = 20

async function complaintsOf({ home, all }: Machines): Promise<string> {
  const lines: string[] = []
  for (const n of all.keys()) {
    const text = await readFile(join(home, `machine-${n + 1}`, 'log'), 'utf8').catch(() => '')
    // What is no line of the log is what a process said as it ended.
    lines.push(...text.split('\n').filter((line) => COMPLAINTS.test(line) || (line && !line.startsWith('{'))))
  }
  return lines.slice(-COMPLAINTS_MAX).join('\n')
}

/** nginx's, read on from where it was left. */
class AccessLog {
  readonly #path: string
  #at = 0

  constructor(path: string) {
    this.#path = path
  }

  async more(): Promise<Answered> {
    const byStatus = new Map<string, number>()
    const broken: string[] = []
    if (!existsSync(this.#path)) return { byStatus, broken }
    const end = (await stat(this.#path)).size
    if (end > this.#at) {
      const input = createReadStream(this.#path, { start: this.#at, end: end - 1 })
      for await (const line of createInterface({ input })) {
        const status = /" (\d{3}) /.exec(line)?.[1]
        if (status === undefined) continue
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
        if (status === '500' || status === '507') broken.push(line)
      }
      this.#at = end
    }
    return { byStatus, broken }
  }
}
