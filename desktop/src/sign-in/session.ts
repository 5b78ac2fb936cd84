import { EventEmitter } from 'node:events'
import type { SecretStore } from './secret-store.ts'

/** Who is signed in at the server, and the token of the session. Kept over restarts. */

export interface Session {
  readonly userId: string
  readonly userName: string
  readonly token: string
}

export class SessionKeeper extends EventEmitter<{ change: [Session | null] }> {
  readonly #secrets: SecretStore
  readonly #name: string
  #session: Session | null = null

  /** @param origin of the server; each has a session of its own. */
  constructor(secrets: SecretStore, origin: string) {
    super()
    this.#secrets = secrets
    this.#name = `session ${origin}`
  }

  get current(): Session | null {
    return this.#session
  }

  async load(): Promise<Session | null> {
    const text = await this.#secrets.read(this.#name)
    this.#session = text === null ? null : JSON.parse(text)
    return this.#session
  }

  async begin(session: Session): Promise<void> {
    await this.#secrets.write(this.#name, JSON.stringify(session))
    this.#session = session
    this.emit('change', session)
  }

  /** After a sign-out, or when the server says that the session has ended. */
  async end(): Promise<void> {
    if (!this.#session) return
    this.#session = null
    await this.#secrets.remove(this.#name)
    this.emit('change', null)
  }
}
