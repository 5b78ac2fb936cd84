import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WHEN_CLOSED } from '@clouddisk/contract/desktop'
import { nullable, oneOf } from '@clouddisk/contract/shapes'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { replaceFile } from '../system/write-file.ts'

/** Settings of the client on this computer, shared by all its users: `settings.json` in the data folder. */

const DesktopSettings = Type.Object({
  /** Origins of the servers that were used, the newest first. */
  servers: Type.Array(Type.String()),
  /** Null: as it fits the system (program.ts). */
  whenClosed: nullable(oneOf(WHEN_CLOSED)),
  notifications: Type.Boolean(),
  /** Folders that were chosen on this computer, the newest first: a server can name no other for downloads. */
  folders: Type.Array(Type.String()),
})
export type DesktopSettings = Static<typeof DesktopSettings>

const DEFAULTS: DesktopSettings = { servers: [], whenClosed: null, notifications: true, folders: [] }
const SERVERS_MAX = 10
const FOLDERS_MAX = 50

export class SettingsFile {
  readonly #path: string
  #settings: DesktopSettings

  private constructor(path: string, settings: DesktopSettings) {
    this.#path = path
    this.#settings = settings
  }

  /** A file that is missing or damaged counts as empty: nothing in it is worth a client that does not start. */
  static async open(folder: string): Promise<SettingsFile> {
    const path = join(folder, 'settings.json')
    const text = await readFile(path, 'utf8').catch(() => '{}')
    let found: unknown
    try {
      found = { ...DEFAULTS, ...JSON.parse(text) }
    } catch {
      found = DEFAULTS
    }
    return new SettingsFile(path, Check(DesktopSettings, found) ? found : DEFAULTS)
  }

  get(): DesktopSettings {
    return this.#settings
  }

  async change(change: Partial<DesktopSettings>): Promise<void> {
    this.#settings = { ...this.#settings, ...change }
    await replaceFile(this.#path, JSON.stringify(this.#settings, null, 2))
  }

  /** The server that is used from now on. */
  async useServer(origin: string): Promise<void> {
    if (this.#settings.servers[0] === origin) return
    const others = this.#settings.servers.filter((other) => other !== origin)
    await this.change({ servers: [origin, ...others].slice(0, SERVERS_MAX) })
  }

  /** At the end of the list: the one that is used stays the first. */
  async addServer(origin: string): Promise<void> {
    if (this.#settings.servers.includes(origin)) return
    await this.change({ servers: [...this.#settings.servers.slice(0, SERVERS_MAX - 1), origin] })
  }

  async removeServer(origin: string): Promise<void> {
    await this.change({ servers: this.#settings.servers.filter((other) => other !== origin) })
  }

  async addFolder(path: string): Promise<void> {
    const others = this.#settings.folders.filter((other) => other !== path)
    await this.change({ folders: [path, ...others].slice(0, FOLDERS_MAX) })
  }
}
