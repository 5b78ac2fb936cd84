import { readFileSync } from 'node:fs'
import { extract } from './extract.ts'
import { list } from './list.ts'
import { TooMuch } from './sink.ts'
import type { ArchiveAnswer, ArchiveTask } from './task.ts'

/** The archive process: does the task in the file that its only argument names, and prints its answer. */

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ArchiveTask
process.env.TZ = task.timeZone
process.stdout.write(JSON.stringify(await answerTo(task)))
// 7-Zip sets its own, also for what the answer tells.
process.exitCode = 0

async function answerTo(asked: ArchiveTask): Promise<ArchiveAnswer> {
  try {
    return asked.action === 'list' ? await list(asked) : await extract(asked)
  } catch (error) {
    if (error instanceof TooMuch) return { problem: 'too_large' }
    if (isDiskFull(error)) return { problem: 'disk_full' }
    throw error
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
