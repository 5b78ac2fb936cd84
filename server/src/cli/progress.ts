import { counted, formatSize } from '@clouddisk/contract/format'

const INTERVAL_MS = 1000

/** Updates a line on the terminal; silent without one. `all`: the total, if known. */
export function progressReporter(): (done: { objects: number; bytes?: number }, all?: number) => void {
  let told = Date.now()
  return ({ objects, bytes }, all) => {
    if (!process.stderr.isTTY || Date.now() - told < INTERVAL_MS) return
    told = Date.now()
    const count = all === undefined ? counted(objects, 'object') : `${objects} of ${counted(all, 'object')}`
    process.stderr.write(`\r${count}${bytes === undefined ? '' : `, ${formatSize(bytes)}`} `)
  }
}
