import assert from 'node:assert/strict'
import { ApiError } from '@clouddisk/client/http/errors'
import { codeOf } from '@clouddisk/contract/errors'
import { type OpenUpload, queryOpenUploads } from '@clouddisk/contract/uploads'
import type { Random } from '../../server/test/random.ts'
import { discard } from '../../server/test/transfer.ts'
import type { Agent } from './agent.ts'
import { agreeOnAnswer } from './agree.ts'
import { batchVerdict, sendBatch, wishesOf } from './batch.ts'
import type { Drive, OpenUpload as Opened } from './model.ts'
import type { Batch } from './operations.ts'
import type { FileLine } from './verdict.ts'

/** What must hold of small files whose call was cut off: all of them are there, or none. */

/** Those of its files that came no further than to have room set aside; whatever else is open, somebody opened. */
export function openOfBatch(
  { drive, choices }: Agent,
  batch: Batch,
  listed: readonly OpenUpload[],
  before: Drive,
): Opened[] {
  const left = wishesOf(choices, batch)
  return listed
    .filter(({ objectKey }) => !before.open.some((known) => known.objectKey === objectKey))
    .map(({ objectKey, parentId, instanceName, fileSize }) => {
      const at = left.findIndex(
        (wish) =>
          wish.name === instanceName &&
          wish.content.size === fileSize &&
          drive.find(wish.parentId)?.id === parentId,
      )
      const [wish] = at < 0 ? [] : left.splice(at, 1)
      assert.ok(wish, `${instanceName} is open, and nobody opened it`)
      return { ...wish, objectKey }
    })
}

/**
 * As the client does, the same batch is sent again: what is there is told once more and not made twice, what is not is made
 * now. Or it is given up. Answers whether it was gone on with.
 */
export async function goOnWithBatch(
  agent: Agent,
  batch: Batch,
  before: Drive,
  happened: boolean,
  random: Random,
): Promise<boolean> {
  const { person, drive, choices } = agent
  const open = drive.open.filter(({ objectKey }) => !before.open.some((one) => one.objectKey === objectKey))
  const whole = before.snapshot().uploadFiles(wishesOf(choices, batch))
  const lines = 'files' in whole ? whole.files : []
  if (happened) expectRefused(open, agent, batch, lines)
  if (random.chance(0.3)) {
    for (const upload of await person.call(queryOpenUploads, {}))
      if (open.some(({ objectKey }) => objectKey === upload.objectKey)) await discard(person, upload)
    drive.open = [...before.open]
    return false
  }
  const list = await sendBatch(person, choices, batch).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === whole.code) return undefined
    throw error
  })
  drive.open = [...before.open]
  if (!list) return true
  // A failed call has ended what it had opened: it is for each to come by itself. So is what was refused.
  const ended = (n: number) => list[n]?.errcode === GONE && !(happened && lines[n]?.code === 0)
  const kept = batch.files.map((_, n) => n).filter((n) => !ended(n))
  const answered = batchVerdict(kept.flatMap((n) => list[n] ?? []))
  if (happened) agreeOnAnswer(answered, { code: 0, files: kept.flatMap((n) => lines[n] ?? []) })
  else
    agreeOnAnswer(
      answered,
      drive.uploadFiles(wishesOf(choices, { files: kept.flatMap((n) => batch.files[n] ?? []) })),
    )
  return true
}

const GONE = codeOf('upload_gone')

/** What was made has no session any more. */
function expectRefused(
  open: readonly Opened[],
  { choices }: Agent,
  batch: Batch,
  lines: readonly FileLine[],
): void {
  const refused = wishesOf(choices, batch).filter((_, n) => lines[n]?.code !== 0)
  for (const { name } of open)
    assert.ok(
      refused.some((wish) => wish.name === name),
      `${name} is a file, and open`,
    )
}
