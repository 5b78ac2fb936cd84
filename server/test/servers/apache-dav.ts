import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../stores/reach.ts'

/** Debian's Apache with mod_dav, serving a folder to one account, on a port of its own. */

const PROGRAM = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
export const hasApache = existsSync(PROGRAM) && existsSync(join(MODULES, 'mod_dav_fs.so'))

export const DAV_ACCOUNT = 'wang'
export const DAV_PASSWORD = 'Altes-Laufwerk1 密码'

const START_MS = 10_000
const USED = [
  'alias',
  'mpm_event',
  'authn_core',
  'authn_file',
  'auth_basic',
  'authz_core',
  'authz_user',
  'dav',
  'dav_fs',
  'setenvif',
]

export interface ApacheDav {
  readonly port: number
  /** Of what it serves. */
  readonly address: string
  /** What it serves. */
  readonly files: string
  stop(): Promise<void>
}

export async function startApacheDav(): Promise<ApacheDav> {
  const folder = await mkdtemp(join(tmpdir(), 'apache-dav-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await mkdir(join(folder, 'locks'))
  // Under root its workers are another user.
  await Promise.all([chmod(folder, 0o755), chmod(files, 0o755), chmod(join(folder, 'locks'), 0o777)])
  const port = await freePort()
  const hash = createHash('sha1').update(DAV_PASSWORD).digest('base64')
  await writeFile(join(folder, 'users'), `${DAV_ACCOUNT}:{SHA}${hash}\n`)
  await writeFile(join(folder, 'httpd.conf'), configOf(folder, files, port))
  const child = spawn(PROGRAM, ['-f', join(folder, 'httpd.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
  const ended = once(child, 'close')
  const address = `http://127.0.0.1:${port}/dav/`
  for (const late = Date.now() + START_MS; !(await fetch(address).catch(() => undefined)); ) {
    if (Date.now() > late || child.exitCode !== null)
      throw new Error(
        `Apache does not start: ${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`,
      )
    await pause(50)
  }
  return {
    port,
    address,
    files,
    stop: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(late)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configOf = (folder: string, files: string, port: number): string => `
ServerName 127.0.0.1
ServerRoot ${folder}
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${folder}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${USED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
KeepAlive On
MaxKeepAliveRequests 0
DavLockDB ${folder}/locks/db
<Directory />
  Require all denied
</Directory>
Alias /dav/ ${files}/
DocumentRoot ${folder}/locks
<Location /dav/>
  Dav On
  AuthType Basic
  AuthName old
  AuthUserFile ${folder}/users
  Require valid-user
</Location>
`
