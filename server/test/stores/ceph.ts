import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, type Reach, type Store } from './reach.ts'

/** A store whose gateway can go by itself: what lies behind it stays. */
export interface Ceph extends Store {
  /** kill -9; it takes no calls from here on. */
  killGateway(): Promise<void>
  /** Answers once it takes calls again. */
  startGateway(): Promise<void>
  /** Other bytes of an object where the gateway keeps it, which it takes for those that came; 4 MiB at most. */
  rot(bucket: string, name: string, bytes: Buffer): Promise<void>
  /** Sets the quota of a bucket in objects; null removes it. */
  limit(bucket: string, objects: number | null): Promise<void>
}

/** A key of the gateway's own key service, for what it encrypts itself. */
export const KMS_KEY = 'clouddisk'

const run = promisify(execFile)

const REACH = { accessKey: 'drivekey', secretKey: 'drivesecret' }
/** What it has room for, in bytes: a hole in a file until it is written. */
const OSD_BYTES = 20 * 1024 ** 3
const START_MS = 120_000
/** After its start the gateway may take so long to write the file with its process ID. */
const GATEWAY_FILE_MS = 10_000

/** One monitor, one manager, one OSD on a sparse file, and the gateway. */
export function startCeph(folder: string, gateway: number, bytes = OSD_BYTES): Ceph {
  const reach = { endpoint: `http://127.0.0.1:${gateway}`, ...REACH }
  const ready = start(folder, gateway, reach, bytes)
  return {
    reach,
    ready,
    stop: async () => {
      await ready.catch(() => undefined)
      await stop(folder)
    },
    killGateway: () => killGateway(folder),
    startGateway: () => startGateway(folder, reach.endpoint),
    rot: (bucket, name, bytes) => rot(folder, bucket, name, bytes),
    limit: (bucket, objects) => limit(folder, bucket, objects),
  }
}

const GATEWAY = 'client.rgw.a'
const gatewayPid = (folder: string): string => join(folder, `${GATEWAY}.pid`)
const confOf = (folder: string): string => join(folder, 'ceph.conf')

/** Runs one of Ceph's programs on the cluster of a folder. */
function programsOf(folder: string) {
  const conf = confOf(folder)
  const env = { ...process.env, CEPH_CONF: conf, CEPH_ARGS: `--conf ${conf}` }
  return (program: string, ...args: string[]) => run(program, args, { env, timeout: START_MS })
}

async function start(
  folder: string,
  gateway: number,
  { endpoint, accessKey, secretKey }: Reach,
  bytes: number,
): Promise<void> {
  for (const part of ['mon', 'mgr', 'osd0', 'rgw', 'log'])
    await mkdir(join(folder, part), { recursive: true })
  const [msgr2, msgr1] = [await freePort(), await freePort()]
  const [fsid, osd] = [randomUUID(), randomUUID()]
  const monitor = `v2:127.0.0.1:${msgr2},v1:127.0.0.1:${msgr1}`
  await writeFile(confOf(folder), configuration({ folder, fsid, monitor, gateway, bytes }))
  const ceph = programsOf(folder)
  const map = join(folder, 'monmap')
  await ceph('monmaptool', '--create', '--addv', 'a', `[${monitor}]`, '--fsid', fsid, map)
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  await ceph('ceph-mon', '-i', 'a')
  await ceph('ceph-mgr', '-i', 'x')
  await ceph('ceph', 'osd', 'new', osd, '0')
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  await ceph('ceph', 'osd', 'crush', 'add-bucket', 'h', 'host')
  await ceph('ceph', 'osd', 'crush', 'move', 'h', 'root=default')
  await ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'host=h')
  await ceph('ceph-osd', '-i', '0')
  await startGateway(folder, endpoint)
  const keys = ['--access-key', accessKey, '--secret-key', secretKey]
  const user = ['--uid=drive', '--display-name=drive', ...keys]
  await ceph('radosgw-admin', '-n', GATEWAY, 'user', 'create', ...user)
}

interface Settings {
  readonly folder: string
  readonly fsid: string
  readonly monitor: string
  readonly gateway: number
  readonly bytes: number
}

const configuration = ({ folder, fsid, monitor, gateway, bytes }: Settings): string => `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = true
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
run dir = ${folder}
pid file = ${folder}/$type.$id.pid
admin socket = ${folder}/$name.asok
log file = ${folder}/log/$name.log
crash dir = ${folder}/log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
# Of a second each by default, and starting takes a dozen.
paxos propose interval = 0.05
mon allow pool size one = true
mon allow pool delete = true
mon warn on pool no redundancy = false
[mon.a]
mon data = ${folder}/mon
[mgr.x]
mgr data = ${folder}/mgr
mgr initial modules =
[osd.0]
osd data = ${folder}/osd0
osd objectstore = bluestore
bluestore block size = ${bytes}
osd memory target = 939524096
# A second, for what was made a moment ago.
bluestore fsck on mkfs = false
[client.rgw.a]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw thread pool size = 64
rgw enable usage log = false
rgw crypt require ssl = false
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = ${KMS_KEY}=${Buffer.alloc(32, 'k').toString('base64')}
`

/** Answers once it takes calls. One that ends at its start, as where its port is taken for a moment, is started again. */
async function startGateway(folder: string, endpoint: string): Promise<void> {
  const late = Date.now() + START_MS
  while (Date.now() < late) {
    await programsOf(folder)('radosgw', '-n', GATEWAY)
    let seenAt = Date.now()
    while (Date.now() < Math.min(late, seenAt + GATEWAY_FILE_MS)) {
      if (await fetch(endpoint).catch(() => undefined)) return
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (await gatewayRuns(folder)) seenAt = Date.now()
    }
  }
  const log = await readFile(join(folder, 'log', `${GATEWAY}.log`), 'utf8').catch(() => '')
  throw new Error(`${endpoint} does not answer; its log ends so:\n${log.split('\n').slice(-20).join('\n')}`)
}

async function gatewayRuns(folder: string): Promise<boolean> {
  const pid = await readFile(gatewayPid(folder), 'utf8').catch(() => '')
  return pid !== '' && existsSync(`/proc/${Number(pid)}`)
}

const CONTENT_POOL = 'default.rgw.buckets.data'

async function rot(folder: string, bucket: string, name: string, bytes: Buffer): Promise<void> {
  const ceph = programsOf(folder)
  const { stdout } = await ceph('radosgw-admin', '-n', GATEWAY, 'bucket', 'stats', `--bucket=${bucket}`)
  const { marker } = JSON.parse(stdout) as { marker: string }
  const file = join(folder, 'rotten')
  await writeFile(file, bytes)
  // Its attributes stay, and with them size and ETag.
  await ceph('rados', '-p', CONTENT_POOL, 'put', `${marker}_${name}`, file)
}

async function limit(folder: string, bucket: string, objects: number | null): Promise<void> {
  const admin = (...args: string[]) => programsOf(folder)('radosgw-admin', '-n', GATEWAY, 'quota', ...args)
  const which = ['--quota-scope=bucket', `--bucket=${bucket}`]
  if (objects === null) await admin('disable', ...which)
  else {
    await admin('set', ...which, `--max-objects=${objects}`)
    await admin('enable', ...which)
  }
}

async function killGateway(folder: string): Promise<void> {
  const file = gatewayPid(folder)
  const pid = await killNamedIn(file)
  // The next one would take the file of this one for its own.
  while (existsSync(`/proc/${pid}`)) await new Promise((resolve) => setTimeout(resolve, 5))
  await rm(file, { force: true })
}

async function killNamedIn(file: string): Promise<number> {
  const pid = Number(await readFile(file, 'utf8'))
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
  return pid
}

async function stop(folder: string): Promise<void> {
  const pids = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pid'))
  for (const name of pids) await killNamedIn(join(folder, name))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
