import { nameKey } from '@clouddisk/contract/names'
import type { DirectoryDepartmentInput } from './department-input.ts'

/** Departments as paths of names. A path is a department's id, whatever the case of its letters. */
export class DepartmentPaths {
  readonly #separator: string
  readonly #byId = new Map<string, DirectoryDepartmentInput>()

  constructor(separator: string) {
    this.#separator = separator
  }

  /** Answers the id of the last one; null: none. */
  add(path: string): string | null {
    const names = (this.#separator === '' ? [path] : path.split(this.#separator))
      .map((name) => name.trim())
      .filter((name) => name !== '')
    let parent: string | null = null
    for (const name of names) {
      const externalId: string = (parent === null ? '' : `${parent}/`) + nameKey(name).replaceAll('/', '_')
      if (!this.#byId.has(externalId)) this.#byId.set(externalId, { externalId, dn: '', name, parent })
      parent = externalId
    }
    return parent
  }

  get byId(): ReadonlyMap<string, DirectoryDepartmentInput> {
    return this.#byId
  }

  /** Parents first. */
  all = (): DirectoryDepartmentInput[] => [...this.#byId.values()]
}
