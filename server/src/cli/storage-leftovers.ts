import { counted, formatSize } from '@clouddisk/contract/format'
import { DAY } from '@clouddisk/contract/time'
import { type Command, InvalidArgumentError } from 'commander'
import { integer } from '../config/parse.ts'
import { GARBAGE_KINDS, type GarbageItem, gcPreview } from '../features/storage/gc-preview.ts'
import { joinLines, printResult, table } from './output.ts'
import { withContext } from './runtime.ts'

/** `storage leftovers`: lists what garbage collection would delete; deletes nothing. */

export function readDays(given: string): number {
  try {
    return integer(0, 3650)(given)
  } catch {
    throw new InvalidArgumentError('expected a number of days.')
  }
}

export async function leftoversCommand({ days }: { days: number }, command: Command): Promise<void> {
  const at = new Date(Date.now() + days * DAY)
  const found = await withContext((ctx) => gcPreview({ ...ctx, now: () => at }))
  const { objects, sessions, contentWithoutBytes: bytesless, unavailable: away } = found
  const age = ({ since }: Pick<GarbageItem, 'since'>) =>
    counted(Math.floor((at.getTime() - since.getTime()) / DAY), 'day')
  const header = days > 0 ? 'unused by then for' : 'unused for'
  const text = joinLines(
    objects.length === 0
      ? ''
      : table(
          ['kind', 'bucket', 'key', 'size', header],
          objects.map((one) => [one.kind, one.bucket, one.key, formatSize(one.bytes), age(one)]),
        ),
    ...GARBAGE_KINDS.map((kind) => sumOf(kind, objects)),
    sessions.count > 0 ? `sessions: ${sessions.count} expired` : '',
    ...bytesless.map(
      ({ id, bucket, says }) => `content ${id} in ${bucket} ${says}; no job removes it, see \`doctor\``,
    ),
    ...away.map((bucket) => `bucket ${bucket} does not answer; skipped`),
  )
  printResult(command, found, text || 'Nothing would be removed.')
}

function sumOf(kind: GarbageItem['kind'], objects: readonly GarbageItem[]): string {
  const some = objects.filter((one) => one.kind === kind)
  const bytes = some.reduce((sum, one) => sum + one.bytes, 0)
  return some.length === 0 ? '' : `${kind}: ${some.length}, ${formatSize(bytes)}`
}
