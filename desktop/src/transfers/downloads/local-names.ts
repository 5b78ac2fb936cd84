import { lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../system/write-file.ts'

/** Names from the server as names on this computer. */

const RESERVED = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i

/**
 * The server refuses such names itself; this is for a server that does not: a name that leads out of its folder, or that
 * this system cannot hold, is made one that it can.
 */
export function localNameOf(name: string, platform: NodeJS.Platform = process.platform): string {
  const forbidden = platform === 'win32' ? /[\\/:*?"<>|\p{Cc}]/gu : /[/\0]/g
  const safe = name.replace(forbidden, '_')
  if (safe === '' || safe === '.' || safe === '..') return '_'
  if (platform !== 'win32') return safe
  const trimmed = safe.replace(/[. ]+$/, '_')
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed
}

/**
 * The folder below `folder`; created if it is missing, and then durable. Refuses symbolic links of other users: the names come from
 * the drive, so another user who may write to `folder` could redirect a download by a link of such a name.
 */
export async function makeFolders(folder: string, path: readonly string[]): Promise<string> {
  if (await mkdir(folder, { recursive: true })) await syncFolder(dirname(folder))
  let target = folder
  for (const name of path) {
    target = join(target, localNameOf(name))
    const isNew = await mkdir(target).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (isNew) await syncFolder(dirname(target))
    await refuseForeignLink(target)
  }
  return target
}

async function refuseForeignLink(path: string): Promise<void> {
  const found = await lstat(path)
  // Those of the system count as own; on Windows, where making links takes a right, all have the number 0.
  const isOwn = found.uid === 0 || found.uid === process.getuid?.()
  if (found.isSymbolicLink() && !isOwn)
    throw Object.assign(new Error(`somebody else has made the link ${path}`), { code: 'EPERM' })
}

/** `report.pdf`, then `report (1).pdf`, `report (2).pdf` … */
export function* alternativesOf(name: string): Generator<string> {
  yield name
  const dot = name.lastIndexOf('.')
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n++) yield `${base} (${n})${extension}`
}
