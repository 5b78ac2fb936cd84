import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; one that is there is fine. Not Node's own recursion: it never ends where a folder is there
 * and takes nothing, as `/proc` does. Answers those that it made, the outermost first.
 */
export function makeFolder(path: string, mode: number): string[] {
  try {
    mkdirSync(path, { mode })
    return [path]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path) throw error
    const made = makeFolder(above, mode)
    mkdirSync(path, { mode })
    return [...made, path]
  }
}
