import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A private folder of one conversion. */
export interface WorkFolder {
  readonly path: string
  /** The file to convert. */
  readonly input: string
  /** An empty folder for results. */
  readonly output: string
  remove(): Promise<void>
}

/**
 * Folders below the data directory, which one server at a time owns: what an ended process has left there is removed
 * before the first conversion.
 */
export class WorkFolders {
  readonly #root: string
  #ready: Promise<void> | undefined

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'conversion')
  }

  async open(): Promise<WorkFolder> {
    this.#ready ??= this.clear()
    await this.#ready
    const path = await mkdtemp(join(this.#root, 'work-'))
    const output = join(path, 'output')
    await mkdir(output)
    const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 })
    return { path, input: join(path, 'input'), output, remove }
  }

  /** Removes the folders of an earlier process. */
  async clear(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#root))
      await rm(join(this.#root, name), { recursive: true, force: true })
  }
}
