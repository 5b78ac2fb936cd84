import { setTimeout as pause } from 'node:timers/promises'
import { counted, formatSize } from '@clouddisk/contract/format'
import type { Command } from 'commander'
import { byteCount } from '../config/parse.ts'
import type { Context } from '../context.ts'
import { runMove } from '../features/storage/move-content.ts'
import {
  assertMovable,
  type ContentMoveRow,
  insertMove,
  moveOf,
  resumeMove,
  runningMove,
  stopMove,
} from '../features/storage/moves.ts'
import { CommandFailed, joinLines, optionParser, printResult, requireBucket } from './output.ts'
import { withContext } from './runtime.ts'

/** `storage move` and `storage stop`. */

const POLL_MS = 1000

interface MoveRequest {
  readonly from: string
  readonly to: string
  readonly bytesPerSecond: number | null
}

export async function moveCommand(
  from: string,
  to: string,
  { rate = null }: { rate?: number | null },
  command: Command,
): Promise<void> {
  const request = { from, to, bytesPerSecond: rate }
  const move = await withContext(async (ctx, serverRuns) => {
    await requireMovable(ctx, request)
    const id = await startMove(ctx, request)
    if (serverRuns) {
      await resumeMove(ctx)
      return watchMove(ctx, id)
    }
    await Promise.all([runMove(ctx, id), watchMove(ctx, id)])
    return requireMove(ctx, id)
  })
  const { objects, bytes, failed, state } = move
  printResult(
    command,
    { from, to, state, objects, bytes, failed },
    joinLines(
      `${state === 'done' ? 'Moved' : 'Stopped after'} ${counted(objects, 'object')}, ${formatSize(bytes)}, from ${from} to ${to}.`,
      failed > 0
        ? `Not moved: ${counted(failed, 'object')} damaged, missing or refused by the store. The log and \`scrub\` list them.`
        : '',
      'The old copies are removed after a day, as some may still be in use.',
    ),
  )
  if (failed > 0 || state !== 'done') process.exitCode = 1
}

export async function stopCommand(_options: unknown, command: Command): Promise<void> {
  const stopped = await withContext((ctx) => stopMove(ctx))
  printResult(command, { stopped }, stopped ? 'Stopped.' : 'No move is running.')
}

export const readRate = optionParser(byteCount, 'expected bytes per second, such as 50M.')

async function requireMovable(ctx: Context, { from, to }: MoveRequest): Promise<void> {
  const { stores } = ctx
  for (const name of [from, to]) requireBucket(stores, name)
  if (from === to) throw new CommandFailed('Both are the same bucket. Give two different ones.')
  if (from === stores.home.bucket)
    throw new CommandFailed(
      `New content is stored in ${from}, so it would never be empty. Make another bucket the default first (\`storage default\`, or CLOUDDISK_STORAGE_DRIVER and a restart).`,
    )
  await assertMovable(ctx, { from, to })
}

/** Returns the id of the move, which may run already. */
async function startMove(ctx: Context, request: MoveRequest): Promise<string> {
  const id = await insertMove(ctx, request)
  if (id) return id
  const other = await runningMove(ctx)
  if (other?.from === request.from && other.to === request.to) return other.id
  throw new CommandFailed(
    other
      ? `Content is already being moved from ${other.from} to ${other.to}. Wait until that is done, or run \`storage stop\`.`
      : 'Another move was just ending. Try again.',
  )
}

async function watchMove(ctx: Context, id: string): Promise<ContentMoveRow> {
  for (;;) {
    const move = await requireMove(ctx, id)
    const { objects, bytes, state } = move
    if (process.stderr.isTTY) process.stderr.write(`\r${counted(objects, 'object')}, ${formatSize(bytes)} `)
    if (state !== 'running') return move
    await pause(POLL_MS)
  }
}

async function requireMove(ctx: Context, id: string): Promise<ContentMoveRow> {
  const move = await moveOf(ctx, id)
  if (!move) throw new CommandFailed('This move no longer exists.')
  return move
}
