import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { packages, root, say } from './paths.mjs'
import { Failure, run } from './processes.mjs'

const STAMP = join(packages, '.clouddisk-installed')
const LOCK = join(root, '.tsbuild', 'install.lock')

/** Installs the packages unless they match package-lock.json. */
export async function ensureInstalled() {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8')
  if (await isFresh(lock)) return
  await withInstallLock(async () => {
    if (!(await isFresh(lock))) await install(lock)
  })
}

async function install(lock) {
  if (process.env.npm_config_loglevel !== 'silent')
    say('Installing packages; this takes about half a minute …')
  const npm = process.env.npm_execpath
  const [program, script] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  // Development packages include the build tools, also with NODE_ENV=production.
  const args = [
    ...script,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code, output } = await run(program, args, { capture: true })
  if (code !== 0)
    throw new Failure(
      `${output.trim()}\nThe packages could not be installed (npm ci exited with code ${code}).`,
    )
  await writeFile(STAMP, stampOf(lock))
}

const stampOf = (lock) =>
  `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`

async function isFresh(lock) {
  if ((await read(STAMP)) === stampOf(lock)) return true
  if (!matches(JSON.parse(lock), await read(join(packages, '.package-lock.json')))) return false
  // Installed by another `npm ci`. In a read-only checkout, the next start compares again.
  await writeFile(STAMP, stampOf(lock)).catch(() => undefined)
  return true
}

const read = (path) => readFile(path, 'utf8').catch(() => undefined)

/** Whether npm's record of installed packages matches the lock file. */
function matches(lock, recordText) {
  if (recordText === undefined) return false
  const installed = JSON.parse(recordText).packages
  return Object.entries(lock.packages).every(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link) return true
    const found = installed[path]
    return found ? found.version === locked.version : locked.optional && !isForThisPlatform(locked)
  })
}

/** Other optional packages are dependencies of builds for other platforms. */
const isForThisPlatform = ({ os, cpu, libc }) =>
  os?.includes(process.platform) && (cpu?.includes(process.arch) ?? true) && !libc

/** Runs one installation at a time, as `npm ci` empties node_modules first. */
async function withInstallLock(work) {
  await mkdir(join(root, '.tsbuild'), { recursive: true })
  for (;;) {
    const handle = await open(LOCK, 'wx').catch((error) => {
      if (error.code !== 'EEXIST')
        throw new Failure(`The packages cannot be installed here: ${error.message}`)
    })
    if (handle) {
      await handle.writeFile(String(process.pid))
      await handle.close()
      break
    }
    if (await isAbandoned()) await rm(LOCK, { force: true })
    else await delay(300)
  }
  try {
    await work()
  } finally {
    await rm(LOCK, { force: true })
  }
}

async function isAbandoned() {
  const pid = Number(await read(LOCK))
  if (!pid) {
    // The other process may not have written its number yet.
    await delay(200)
    return !Number(await read(LOCK))
  }
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
