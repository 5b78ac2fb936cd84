import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../support/chromium.ts'

/** A person's own browser: a process of its own, whose profile outlives it. */
export class Window {
  readonly page: Page
  readonly #browser: Browser
  readonly #process: ChildProcess

  private constructor(browser: Browser, page: Page, child: ChildProcess) {
    this.#browser = browser
    this.page = page
    this.#process = child
  }

  /** @param profile where it keeps what it knows. @param scratch for its temporary files: a killed one leaves them. */
  static async open(profile: string, scratch: string): Promise<Window> {
    const child = spawn(
      CHROMIUM,
      [
        ...CHROMIUM_FLAGS,
        '--headless',
        '--remote-debugging-port=0',
        '--window-size=1440,900',
        '--lang=zh-CN',
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      // A group of its own, so that nothing of it can outlive it.
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { ...process.env, TMPDIR: scratch } },
    )
    open.add(child)
    const browser = await chromium.connectOverCDP(await debuggerOf(child))
    const page = browser.contexts()[0]?.pages()[0]
    if (!page) throw new Error('the browser has no page')
    return new Window(browser, page, child)
  }

  /** kill -9 of all its processes, without a word before. */
  async kill(): Promise<void> {
    const child = this.#process
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    killGroup(child)
    await ended
    await this.#browser.close()
  }
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('the browser says nothing')
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (!address) continue
    // Nobody reads on; a full pipe would stop it.
    child.stderr.resume()
    return address
  }
  throw new Error(`the browser ended before it was ready (${child.exitCode})`)
}

/** None stays behind a proof that ends early. */
const open = new Set<ChildProcess>()
process.once('exit', () => open.forEach(killGroup))

function killGroup(child: ChildProcess): void {
  open.delete(child)
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
