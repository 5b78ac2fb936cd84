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
  /** Somebody has signed in or out since the client was started. */
  #hasChanged = false

  /** @param origin of the server; each has a session of its own. */
  constructor(secrets: SecretStore, origin: string) {
    super()
    this.#secrets = secrets
    this.#name = `session ${origin}`
  }

  get current(): Session | null {
    return this.#session
  }

  /** A session that is found only later, as the key store had to be unlocked, is taken unless somebody signed in meanwhile. */
  async load(): Promise<Session | null> {
    const text = await this.#secrets.read(this.#name, (late) => this.#takeLate(late))
    this.#session = text === null ? null : sessionIn(text)
    return this.#session
  }

  #takeLate(text: string): void {
    const session = this.#hasChanged ? null : sessionIn(text)
    if (!session) return
    this.#session = session
    this.emit('change', session)
  }

  /** It counts at once, and is kept when this resolves. */
  async begin(session: Session): Promise<void> {
    this.#hasChanged = true
    this.#session = session
    this.emit('change', session)
    await this.#secrets.write(this.#name, JSON.stringify(session))
  }

  /** After a sign-out, or when the server says that the session has ended. */
  async end(): Promise<void> {
    if (!this.#session) return
    this.#hasChanged = true
    this.#session = null
    this.emit('change', null)
    await this.#secrets.remove(this.#name)
  }
}

/** @returns null for what another program has put there. */
function sessionIn(text: string): Session | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
