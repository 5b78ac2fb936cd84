import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

const LINES = 8
const FAILURES_MAX = 20

export interface Failures {
  /** Each failure in short; what fails alike, as all tests behind a hook do, once. */
  readonly text: string
  /** Paths of the test files that failed; null if something outside of tests did. */
  readonly files: readonly string[] | null
}

/** Writes the failures of a run to a file, as JSON, if there are any. */
export class LastWords implements Reporter {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = new Map<string, { readonly name: string; count: number }>()
    const add = (name: string, errors: readonly SerializedError[]) => {
      for (const error of errors) {
        const said = shortOf(error)
        const alike = failures.get(said)
        if (alike) alike.count++
        else failures.set(said, { name, count: 1 })
      }
    }
    const files = modules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId)
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      add(file, module.errors())
      for (const suite of module.children.allSuites()) add(`${file} ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests())
        add(`${file} ${test.fullName}`, test.result().errors ?? [])
    }
    add('outside of tests', unhandled)
    if (failures.size === 0) return
    const words = [...failures]
      .slice(0, FAILURES_MAX)
      .map(([said, { name, count }]) => `${name}${count > 1 ? ` and ${count - 1} more` : ''}\n${said}`)
    mkdirSync(dirname(this.#file), { recursive: true })
    const written: Failures = {
      text: `${failures.size} failures of tests\n${words.join('\n')}`,
      files: unhandled.length > 0 ? null : files.map((file) => relative(process.cwd(), file)),
    }
    writeFileSync(this.#file, JSON.stringify(written))
  }
}

function shortOf({ message, stack = '' }: SerializedError): string {
  const at = stack.split('\n').find((line) => /\.test\.|server\/|client\/|desktop\//.test(line)) ?? ''
  const said = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)
  return [...said, at.trim()].map((line) => `  ${line}`).join('\n')
}
