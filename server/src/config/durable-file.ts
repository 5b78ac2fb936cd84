import { mkdirSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file and syncs its content to disk. `renameDurably` then makes its final name durable. */
export async function writeSynced(path: string, content: Buffer | string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames a file within its folder and syncs the folder. */
export async function renameDurably(draft: string, path: string): Promise<void> {
  await rename(draft, path)
  await fsyncFolder(dirname(path))
}

/** Syncs a folder, so that new names in it survive a crash. */
export async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder and its missing parents; returns those created, outermost first. Node's recursive mkdir never returns
 * below folders such as `/proc`, which exist but cannot be written.
 */
export function makeFolder(path: string, mode: number): string[] {
  try {
    mkdirSync(path, { mode })
    return [path]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path) throw error
    const created = makeFolder(parent, mode)
    mkdirSync(path, { mode })
    return [...created, path]
  }
}
