import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirInUse, type LockRole, lockDataDir } from './data-lock.ts'

let dataDir: string
const owners: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-'))
})
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  await rm(dataDir, { recursive: true })
})

/** Another process that holds the lock until it is killed. */
async function holdElsewhere(role: LockRole): Promise<ChildProcess> {
  const module = new URL('./data-lock.ts', import.meta.url).href
  const script = `const { lockDataDir } = await import('${module}')
    await lockDataDir(${JSON.stringify(dataDir)}, '${role}'); console.log('held'); setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  await once(owner.stdout, 'data')
  return owner
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

describe('the lock of a data directory', () => {
  it('makes the directory, and is free again after release', async () => {
    const nested = join(dataDir, 'a', 'b')
    const lock = await lockDataDir(nested, 'server')
    await expect(lockDataDir(nested, 'server')).rejects.toThrow(DataDirInUse)
    lock.release()
    ;(await lockDataDir(nested, 'server')).release()
  })

  it('removes only the files and folders that it created, if the start fails', async () => {
    const nested = join(dataDir, 'a', 'b')
    ;(await lockDataDir(nested, 'cli')).releaseAndRemove()
    expect(await readdir(dataDir)).toEqual([])
    await mkdir(join(dataDir, 'a'))
    ;(await lockDataDir(nested, 'cli')).releaseAndRemove()
    expect(await readdir(dataDir, { recursive: true })).toEqual(['a'])
    await mkdir(nested)
    await writeFile(join(nested, 'content'), '')
    ;(await lockDataDir(nested, 'cli')).releaseAndRemove()
    expect(await readdir(nested)).toEqual(['content'])
    ;(await lockDataDir(nested, 'cli')).release()
    ;(await lockDataDir(nested, 'cli')).releaseAndRemove()
    expect((await readdir(nested)).sort()).toEqual(['content', 'lock'])
  })

  it('refuses a second server at once, and says who has it', async () => {
    const owner = await holdElsewhere('server')
    const refusal = await lockDataDir(dataDir, 'server').catch((error) => error)
    expect(refusal).toBeInstanceOf(DataDirInUse)
    expect(refusal.owner).toEqual({ pid: owner.pid, role: 'server' })
    expect(refusal.message).toContain(`process ${owner.pid}`)
  })

  it('is free as soon as its owner is dead, however it died', async () => {
    await kill(await holdElsewhere('server'))
    ;(await lockDataDir(dataDir, 'server')).release()
  })

  it('waits for a command line to end', async () => {
    const owner = await holdElsewhere('cli')
    const waiting = lockDataDir(dataDir, 'server')
    await kill(owner)
    ;(await waiting).release()
  })

  it('does not wait for a command line for ever', async () => {
    await holdElsewhere('cli')
    await expect(lockDataDir(dataDir, 'server', 100)).rejects.toThrow(/Clouddisk command/)
  })

  it('says what is wrong with a directory that cannot be made', async () => {
    await expect(lockDataDir('/dev/null/data', 'server')).rejects.toThrow(
      /^CLOUDDISK_DATA: \/dev\/null\/data is not a folder, [^\n]*\. Set another folder\.$/,
    )
  })
})
