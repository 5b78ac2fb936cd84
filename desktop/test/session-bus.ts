import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A D-Bus session bus of its own, as a desktop has one. */
export class SessionBus {
  readonly address: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static async start(): Promise<SessionBus> {
    const child = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [address] = await once(child.stdout, 'data')
    return new SessionBus(child, String(address).trim())
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}
