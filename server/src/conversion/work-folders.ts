import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'conversion'

/** A private folder of one conversion. */
export interface WorkFolder {
  readonly path: string
  /** The file to convert. */
  readonly input: string
  /** An empty folder for results. */
  readonly output: string
  /** Folders and files of the server that its processes must not read. */
  readonly hidden: readonly string[]
  remove(): Promise<void>
}

/**
 * Folders below the data directory, which one server at a time owns: what an ended process has left there is removed
 * at the start.
 */
export class WorkFolders {
  readonly #root: string
  readonly #dataDir: string
  readonly #keyFiles: readonly string[]
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
    await this.ready()
    const path = await mkdtemp(join(this.#root, 'work-'))
    const output = join(path, 'output')
    await mkdir(output)
    const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 })
    return { path, input: join(path, 'input'), output, hidden: await this.#hidden(), remove }
  }

  /** All of the data directory but these folders, and the key files. */
  async #hidden(): Promise<string[]> {
    const entries = await readdir(this.#dataDir, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== NAME)
    const keyFiles = this.#keyFiles.filter((file) => existsSync(file))
    return [...folders.map(({ name }) => join(this.#dataDir, name)), ...keyFiles]
  }

  async #clear(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#root))
      await rm(join(this.#root, name), { recursive: true, force: true })
  }
}
