import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, type Store } from './reach.ts'

const run = promisify(execFile)

const SERVERS = ['account', 'container', 'object'] as const
const USER = { accessKey: 'test:tester', secretKey: 'testing' }
const START_MS = 60_000

/** OpenStack Swift and its S3 door: one replica, everything in one folder. */
export async function startSwift(folder: string): Promise<Store> {
  const [gateway, memcached] = [await freePort(), await freePort()]
  const children: ChildProcess[] = []
  const endpoint = `http://127.0.0.1:${gateway}`
  const start = (program: string, ...args: string[]) =>
    children.push(spawn(program, args, { stdio: 'ignore', cwd: folder }))
  const ready = (async () => {
    await mkdir(join(folder, 'srv', 'd1'), { recursive: true })
    start('memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(memcached))
    for (const name of SERVERS) {
      const port = await freePort()
      const ring = (...args: string[]) =>
        run('swift-ring-builder', [`${name}.builder`, ...args], { cwd: folder })
      await ring('create', '8', '1', '1')
      await ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
      await ring('rebalance')
      await writeFile(join(folder, `${name}-server.conf`), serverConf(folder, name, port))
      start(`swift-${name}-server`, join(folder, `${name}-server.conf`))
    }
    await writeFile(join(folder, 'proxy-server.conf'), proxyConf(folder, gateway, memcached))
    start('swift-proxy-server', join(folder, 'proxy-server.conf'))
    const late = Date.now() + START_MS
    while (!(await fetch(`${endpoint}/healthcheck`).catch(() => undefined))?.ok) {
      if (Date.now() > late) throw new Error(`${endpoint} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return {
    reach: { endpoint, ...USER },
    ready,
    stop: async () => {
      await ready.catch(() => undefined)
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const serverConf = (folder: string, name: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
disable_fallocate = true
log_level = WARNING
log_address = /nonexistent
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
replication_server = true
`

const proxyConf = (folder: string, port: number, memcached: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
log_level = WARNING
log_address = /nonexistent
strict_cors_mode = false
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_upload_part_num = 10000
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 8388608
[filter:dlo]
use = egg:swift#dlo
`
