import { readFileSync, writeFileSync } from 'node:fs'
import { packParts } from '../parts.ts'
import { ArchiveText, type ArchiveTextLimits } from './archive-text.ts'

/** Reads the text out of an archive: the task is in the file that its only argument names. */

export interface ArchiveTextTask {
  /** Has the archive, `input`, and a folder `output`. */
  readonly folder: string
  /** Where the parts are written. */
  readonly output: string
  readonly limits: ArchiveTextLimits
}

// Libraries must not write to the output.
console.log = console.info = console.warn = () => undefined

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ArchiveTextTask
process.env.TZ = task.limits.timeZone
const archive = new ArchiveText(task.limits)
await archive.read(task.folder, '', 1)
writeFileSync(task.output, packParts(archive.parts))
// 7-Zip sets its own, also for what the answer tells.
process.exitCode = 0
