import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

const LINES = 8
const FAILURES_MAX = 20

/** Writes each failure of a run in short to a file; what fails alike, as all tests behind a hook do, once. */
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
    writeFileSync(this.#file, `${failures.size} failures of tests\n${words.join('\n')}\n`)
  }
}

function shortOf({ message, stack = '' }: SerializedError): string {
  const at = stack.split('\n').find((line) => /\.test\.|server\/|client\/|desktop\//.test(line)) ?? ''
  const said = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES)
  return [...said, at.trim()].map((line) => `  ${line}`).join('\n')
}
