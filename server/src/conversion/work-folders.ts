import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { VisibleFolder } from './visible-files.ts'

const NAME = 'conversion'

/** A private folder of one conversion. */
export interface WorkFolder extends VisibleFolder {
  /** The file to convert. */
  readonly input: string
  /** An empty folder for results. */
  readonly output: string
  remove(): Promise<void>
}

/** The folder of a process that works for one conversion after the other, in their folders. */
export interface SharedFolder extends VisibleFolder {
  /** Lets the process see the folder of a conversion, at its own path. */
  take(folder: WorkFolder): Promise<void>
  /** Puts it back, if there is one. */
  giveBack(): Promise<void>
  remove(): Promise<void>
}

/**
 * Folders below the data directory, which one server at a time owns: what an ended process has left there is removed
 * at the start.
 */
export class WorkFolders {
  #root: string
  readonly #dataDir: string
  readonly #keyFiles: readonly string[]
  #hidden: readonly string[] = []
  #ready: Promise<void> | undefined

  /** `keyFiles`: secrets and backups outside of the data directory. */
  constructor(dataDir: string, keyFiles: readonly string[] = []) {
    this.#dataDir = dataDir
    this.#root = join(dataDir, NAME)
    this.#keyFiles = keyFiles
  }

  /** Resolves once the folders of an earlier process are removed. */
  ready(): Promise<void> {
    this.#ready ??= this.#clear()
    return this.#ready
  }

  async open(): Promise<WorkFolder> {
    const path = await this.#make()
    const output = join(path, 'output')
    await mkdir(output)
    const [input, hidden] = [join(path, 'input'), this.#hidden]
    return { path, shownAt: path, input, output, hidden, remove: () => remove(path) }
  }

  /**
   * Its process sees this folder in place of the one that all work folders lie in, so that it sees no folder of another
   * conversion, and the one it works for where that was.
   */
  async openShared(): Promise<SharedFolder> {
    const path = await this.#make()
    // Its working folder, as it sees it.
    await mkdir(join(path, basename(path)))
    let taken: string | undefined
    const giveBack = async () => {
      if (taken === undefined) return
      const back = taken
      taken = undefined
      await rm(back)
      await rename(join(path, basename(back)), back)
    }
    const take = async (folder: WorkFolder) => {
      const inside = join(path, basename(folder.path))
      await rename(folder.path, inside)
      taken = folder.path
      // For everything else.
      await symlink(inside, folder.path)
    }
    return { path, shownAt: this.#root, hidden: this.#hidden, take, giveBack, remove: () => remove(path) }
  }

  async #make(): Promise<string> {
    await this.ready()
    return mkdtemp(join(this.#root, 'work-'))
  }

  async #clear(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    // Links among what a process sees would lead elsewhere.
    this.#root = await realpath(this.#root)
    this.#hidden = await existing([this.#dataDir, ...this.#keyFiles])
    for (const name of await readdir(this.#root))
      await rm(join(this.#root, name), { recursive: true, force: true })
  }
}

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })

async function existing(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)))
  return found.filter((path) => path !== undefined)
}
