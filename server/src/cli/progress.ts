import { formatSize } from '@clouddisk/contract/format'

const TELL_EVERY_MS = 1000

/** A line on the terminal that counts up; nothing where nobody watches. `all`: how many there will be. */
export function tellProgress(): (done: { objects: number; bytes?: number }, all?: number) => void {
  let told = Date.now()
  return ({ objects, bytes }, all) => {
    if (!process.stderr.isTTY || Date.now() - told < TELL_EVERY_MS) return
    told = Date.now()
    const of = all === undefined ? '' : ` of ${all}`
    process.stderr.write(`\r${objects}${of} objects${bytes === undefined ? '' : `, ${formatSize(bytes)}`} `)
  }
}
