/** What the content check reads of a file: its own text, or that of all files in an archive, also in archives within. */

/**
 * Why a part that is not empty could not be read: it needs a password; it is damaged; it is an old Office file, as are Office files with a
 * password; archives are nested too deep; it is too much; the ICAP server could not be asked; it is larger than what that server is given.
 */
export type Unreadable =
  | 'encrypted'
  | 'damaged'
  | 'old_office'
  | 'too_deep'
  | 'too_much'
  | 'unchecked'
  | 'too_large'

export interface ReadPart {
  /** In the archive, archives within it included; '' for the file itself. */
  readonly path: string
  readonly text: string
  readonly unreadable?: Unreadable
}

/** One line of JSON each. */
export const packParts = (parts: readonly ReadPart[]): string =>
  parts.map((part) => `${JSON.stringify(part)}\n`).join('')

export const unpackParts = (packed: string): ReadPart[] =>
  packed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReadPart)
