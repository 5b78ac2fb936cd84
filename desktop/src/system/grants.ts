import { randomBytes } from 'node:crypto'

/**
 * Folders that the person has chosen in a dialog of the system. The page names them by these grants, so that a page in
 * the wrong hands cannot name a folder that the person has not chosen.
 */
export class Grants {
  readonly #paths = new Map<string, string>()

  grant(path: string): string {
    const id = randomBytes(16).toString('hex')
    this.#paths.set(id, path)
    return id
  }

  /** @throws if it was not granted by this run of the client. */
  pathOf(grant: string): string {
    const path = this.#paths.get(grant)
    if (path === undefined) throw new Error('this folder was not chosen by the person')
    return path
  }
}
