import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; one that is there is fine. Not Node's own recursion: it never ends where a folder is there
 * and takes nothing, as `/proc` does.
 */
export function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path) throw error
    makeFolder(above, mode)
    mkdirSync(path, { mode })
  }
}
