import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** Lists what a folder holds, as far as a sync is concerned with it. */

/** What programs and systems leave beside files. `.clouddiskignore` in the folder adds to it, written as .gitignore is. */
const IGNORED = [
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '~$*',
  '.~lock.*#',
  '*.tmp',
  '*.clouddisk-part',
  '.clouddiskignore',
]
const RULES_FILE = '.clouddiskignore'

export interface ScannedFile {
  /** Below the folder, with slashes. */
  readonly path: string
  readonly size: number
  /** ms. */
  readonly modified: number
}

export interface Scan {
  readonly files: ScannedFile[]
  readonly ignored: number
  /** What cannot be sent. */
  readonly failures: ScanFailure[]
}

export interface ScanFailure {
  readonly path: string
  readonly reason: 'unreadable' | 'notUtf8' | 'sameName'
}

/** More files than a task may hold. */
export class TooManyFiles extends Error {}

/**
 * Links are not followed: what they lead to lies elsewhere, or the folder within itself.
 * @param more rules to ignore by, written as .gitignore is.
 * @throws TooManyFiles, or NodeJS.ErrnoException if the folder itself cannot be read.
 */
export async function scan(root: string, filesMax: number, more: readonly string[] = []): Promise<Scan> {
  const rules = ignore({ ignorecase: true }).add([...IGNORED, ...more])
  rules.add(await readRules(join(root, RULES_FILE)))
  const found = { files: [] as ScannedFile[], ignored: 0, failures: [] as Scan['failures'] }
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await entriesOf(root, folder, found)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isIgnored(rules, path, entry.isDirectory())) found.ignored += entry.isFile() ? 1 : 0
      else if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) await note(root, path, found)
      if (found.files.length > filesMax) throw new TooManyFiles(`more than ${filesMax} files`)
    }
  }
  return found
}

/** A file that is there and cannot be read ends the run: what it keeps back must not be sent. */
const readRules = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return ''
    throw error
  })

/** In a name that is not UTF-8, as of older systems, where a byte has none. Such a name finds no file. */
const NO_CHARACTER = '\ufffd'

async function entriesOf(root: string, folder: string, found: Pick<Scan, 'failures'>) {
  try {
    return await readdir(join(root, folder), { withFileTypes: true })
  } catch (error) {
    if (folder === '') throw error
    const isOtherCode = (error as NodeJS.ErrnoException).code === 'ENOENT' && folder.includes(NO_CHARACTER)
    found.failures.push({ path: folder, reason: isOtherCode ? 'notUtf8' : 'unreadable' })
    return []
  }
}

const isIgnored = (rules: Ignore, path: string, isFolder: boolean): boolean =>
  rules.ignores(isFolder ? `${path}/` : path)

async function note(root: string, path: string, found: Pick<Scan, 'files' | 'failures'>): Promise<void> {
  try {
    const { size, mtimeMs } = await lstat(join(root, path))
    found.files.push({ path, size, modified: mtimeMs })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      found.failures.push({ path, reason: 'unreadable' })
    else if (path.includes(NO_CHARACTER)) found.failures.push({ path, reason: 'notUtf8' })
    // Otherwise it was removed in between.
  }
}
