import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

const LINES = 12

/** Each failure in short at the very end: of a long run often only the end of its output is kept. */
export default class LastWords implements Reporter {
  readonly #failed = new Map<TestCase, TestResult>()

  onBegin(_config: FullConfig, _suite: Suite): void {
    this.#failed.clear()
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'failed' || result.status === 'timedOut') this.#failed.set(test, result)
  }

  onExit(): Promise<void> {
    for (const [{ location, title }, { errors, duration }] of this.#failed) {
      const place = `${location.file.split('/').at(-1)}:${location.line}`
      process.stdout.write(`\n${place} ${title} (${(duration / 1000).toFixed(1)} s)\n`)
      for (const { message = '', location: at } of errors) {
        const said = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)
        process.stdout.write(`${said.join('\n')}\n${at ? `  at line ${at.line}\n` : ''}`)
      }
    }
    return Promise.resolve()
  }
}
