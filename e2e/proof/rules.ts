/** Names by the specification (A§5, B§5, C section 3 "Names"), in the plainest way; shares nothing with the product. */

/** What is wrong with a name, by the reason's name in the catalogue. */
export function nameFault(name: string): string | undefined {
  const points = [...name].map((character) => character.codePointAt(0) ?? 0)
  if (name === '') return 'name_empty'
  if (name.trim() !== name) return 'name_whitespace'
  if (points.some((point) => point < 32 || point === 127)) return 'name_control'
  if ([...name].some((character) => '\\/:*?"<>|[]“”：？'.includes(character))) return 'name_characters'
  if (name.endsWith('.')) return 'name_trailing_dot'
  const stem = (name.split('.')[0] ?? '').toLowerCase()
  const devices = ['con', 'prn', 'aux', 'nul']
  for (let n = 1; n <= 9; n++) devices.push(`com${n}`, `lpt${n}`)
  if (devices.includes(stem)) return 'name_reserved'
  if (points.length > 255) return 'name_too_long'
  return undefined
}

const FOLDER_MAX = 128
const RENAME_MAX = 30

export const folderFault = (name: string): string | undefined =>
  nameFault(name) ?? ([...name].length > FOLDER_MAX ? 'name_too_long' : undefined)

/** C1: the base name may be as long as the rule or as it is now, whichever is more. */
export function renameFault(name: string, current: string, folder: boolean): string | undefined {
  const length = (whole: string) => [...(folder ? whole : split(whole)[0])].length
  const limit = Math.max(RENAME_MAX, length(current))
  return nameFault(name) ?? (length(name) > limit ? 'name_too_long' : undefined)
}

/** Whether two siblings could be taken for one another. */
export const sameName = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()

/** "name (n)", before the extension. */
export function numbered(name: string, n: number, folder: boolean): string {
  const [base, extension] = folder ? [name, ''] : split(name)
  return `${base} (${n})${extension}`
}

/** Base name and extension with its dot; a dot in front is no extension's. */
function split(name: string): [string, string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 && dot < name.length - 1 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** Folders first, natural numbers, case aside; sound for the names that the proof uses, which have no ties. */
const people = new Intl.Collator('en-u-kn-true', { sensitivity: 'variant' })
export const byName = (a: { name: string; folder: boolean }, b: { name: string; folder: boolean }): number =>
  Number(b.folder) - Number(a.folder) || people.compare(a.name, b.name)
