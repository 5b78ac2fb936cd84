import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path) throw error
    const made = makeFolder(above, mode)
    mkdirSync(path, { mode })
    return [...made, path]
  }
}
