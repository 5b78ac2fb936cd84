import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** A screen of its own for real windows: Xvfb on a display number that it picks itself. */
export class Display {
  readonly name: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, name: string) {
    this.#child = child
    this.name = name
  }

  static async start(): Promise<Display> {
    const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const [number] = await once(child.stdio[3] as Readable, 'data')
    return new Display(child, `:${String(number).trim()}`)
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}
