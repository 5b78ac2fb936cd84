import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config/config.ts'

/** The user that PostgreSQL runs as. It refuses to run as root, which containers often do. */
export interface DatabaseUser {
  /** Owner of its files, as this process sees it. */
  readonly uid: number
  readonly gid: number
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess
}

/** Its environment: no secrets, and no PG… variables. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/**
 * Ordinary users run PostgreSQL as themselves. Root runs it as the owner of the existing files, or as the user `nobody`, if that
 * user can read the program and the data; otherwise in a user namespace in which root's files belong to `nobody`.
 */
export function chooseDatabaseUser(program: string, folder: string): DatabaseUser {
  const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  if (self.uid !== 0) return { ...self, spawn: direct({}) }
  const user = existingOwner(folder) ?? nobody()
  if (canReach(user, folder) && canRun(user, program)) return { ...user, spawn: direct(user) }
  const namespace = ['--user', `--map-user=${nobody().uid}`, `--map-group=${nobody().gid}`]
  if (spawnSync('unshare', [...namespace, 'true']).status === 0)
    return { ...self, spawn: inNamespace(namespace) }
  throw new ConfigError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot reach ${folder} or ${program}. ` +
      'Start Clouddisk as an ordinary user, open these folders (chmod o+x), or set DATABASE_URL.',
  )
}

const direct =
  (identity: { uid?: number; gid?: number }): DatabaseUser['spawn'] =>
  (program, args, options) =>
    spawn(program, args, { env: environment(), cwd: '/', ...options, ...identity })

const inNamespace =
  (namespace: readonly string[]): DatabaseUser['spawn'] =>
  (program, args, options) =>
    spawn('unshare', [...namespace, '--', program, ...args], { env: environment(), cwd: '/', ...options })

function existingOwner(folder: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) }
}

/** Whether the user may search every folder above. */
function canReach(user: { uid: number; gid: number }, folder: string): boolean {
  for (let path = dirname(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path)
    const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & search) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Whether the user can run the program with its libraries; tried out, as permissions are not all. */
const canRun = (user: { uid: number; gid: number }, program: string): boolean =>
  spawnSync(program, ['--version'], { ...user, cwd: '/', env: environment() }).status === 0

/** Changes the owner of a folder and its content, the folder last, so that an interrupted change is repeated. */
export async function changeOwner(folder: string, { uid, gid }: DatabaseUser): Promise<void> {
  const owner = await stat(folder)
  if (owner.uid === uid || process.geteuid?.() !== 0) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await chown(folder, uid, gid)
}
