import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

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

/** The folder below `folder`; created if it is missing. */
export async function makeFolders(folder: string, path: readonly string[]): Promise<string> {
  const target = join(folder, ...path.map((name) => localNameOf(name)))
  await mkdir(target, { recursive: true })
  return target
}

/** `report.pdf`, then `report (1).pdf`, `report (2).pdf` … */
export function* alternativesOf(name: string): Generator<string> {
  yield name
  const dot = name.lastIndexOf('.')
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n++) yield `${base} (${n})${extension}`
}
