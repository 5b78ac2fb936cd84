import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connectSessionBus, onOwnerChange } from '../src/system/linux/session-bus.ts'

/** The key store of GNOME on the bus of the environment, unlocked, with its files in `folder`. */
export class Keyring {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(folder: string): Promise<Keyring> {
    const args = ['--foreground', '--unlock', '--components=secrets']
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
    const bus = await connectSessionBus()
    if (!bus) throw new Error('there is no bus')
    const isThere = new Promise<void>((resolve, reject) => {
      onOwnerChange(bus, 'org.freedesktop.secrets', (isOwned) => isOwned && resolve()).catch(reject)
    })
    const child = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end('a password of the test')
    await isThere
    bus.disconnect()
    return new Keyring(child)
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}
