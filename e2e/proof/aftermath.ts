import assert, { AssertionError } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@clouddisk/client/http/errors'
import { queryJobs } from '@clouddisk/contract/jobs'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import { type Person, sha256Of } from '../../server/test/person.ts'
import type { Random } from '../../server/test/random.ts'
import { discard, listParts } from '../../server/test/transfer.ts'
import { type Agent, NotThere, type Sending } from './agent.ts'
import { agreeOnAnswer, agreeOnDrive } from './agree.ts'
import { goOnWithBatch, openOfBatch } from './batch-aftermath.ts'
import type { Drive } from './model.ts'
import type { Batch, Operation } from './operations.ts'

/** What must hold for one person after a crash. */

/** What was in hand when the line broke. */
export interface Pending {
  readonly operation: Operation
  readonly before: Drive
}

export interface Outcome {
  /** Whether an operation was cut off between its request and its answer. */
  readonly undecided: boolean
  /** Whether that was many small files in one call. */
  readonly inBatch: boolean
  /** Whether it turned out to have happened. */
  readonly happened: boolean
  /** Open uploads that were gone on with. */
  readonly resumed: number
  /** Files whose bytes were compared. */
  readonly files: number
}

/**
 * Everything acknowledged is there; what was cut off is there as a whole or not at all; an upload can be gone on with
 * where it was. Leaves the agent's model at what the server has.
 */
export async function settle(agent: Agent, pending: Pending | undefined, random: Random): Promise<Outcome> {
  await jobsOver(agent.person)
  const happened = pending === undefined ? false : await decide(agent, pending)
  const resumed = await goOnWithUploads(agent, pending, happened, random)
  await agent.learn()
  await agreeOnDrive(agent.person, agent.drive)
  const files = await compareFiles(agent)
  const undecided = pending !== undefined && agent.stage === 'deciding'
  return { undecided, inBatch: undecided && isBatch(pending.operation), happened, resumed, files }
}

const isBatch = (operation: Operation): operation is Operation & Batch => operation.kind === 'uploadFiles'

/** What was let fall while the database was away is taken up within two minutes. */
const PATIENCE_MS = 180_000

async function jobsOver(person: Person): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(50)) {
    const jobs = await person.call(queryJobs, {})
    if (jobs.every((job) => job.endTime !== null)) return
    if (Date.now() > end) throw new Error(`a job does not end: ${JSON.stringify(jobs)}`)
  }
}

/** Finds out whether the operation that was cut off happened, and sets the model accordingly. */
async function decide(agent: Agent, { operation, before }: Pending): Promise<boolean> {
  const listed = await agent.person.call(queryOpenUploads, {})
  const open = new Set(listed.map((upload) => upload.objectKey))
  // An open upload of an operation that did not come to its end is looked at later; its space is set aside.
  const without = withOpenUpload(before.snapshot(), agent.sending, open)
  const inBatch = isBatch(operation) ? openOfBatch(agent, operation, listed, before) : []
  without.open.push(...inBatch)
  const mayHaveHappened = agent.stage === 'deciding' && operation.kind !== 'beginUpload'
  if (mayHaveHappened) {
    const after = before.snapshot()
    agent.predict(after, operation)
    after.open.push(...inBatch)
    if (await agrees(agent, after)) {
      agent.drive = after
      return !(await agrees(agent, without))
    }
  }
  await dropStrangers(agent, without, open)
  await agent.learn(without)
  await agreeOnDrive(agent.person, without)
  agent.drive = without
  return false
}

async function agrees(agent: Agent, drive: Drive): Promise<boolean> {
  try {
    await agent.learn(drive)
    await agreeOnDrive(agent.person, drive)
    return true
  } catch (error) {
    if (error instanceof AssertionError || error instanceof NotThere || error instanceof ApiError)
      return false
    throw error
  }
}

function withOpenUpload(drive: Drive, sending: Sending | undefined, open: ReadonlySet<string>): Drive {
  const { check, upload } = sending ?? {}
  if (!check || !upload || !open.has(check.objectKey)) return drive
  if (drive.open.some((known) => known.objectKey === check.objectKey)) return drive
  drive.open.push({
    objectKey: check.objectKey,
    parentId: upload.parentId,
    name: upload.name,
    content: { size: upload.bytes.length, sha256: sha256Of(upload.bytes) },
    conflict: upload.conflict ?? 'keepBoth',
  })
  return drive
}

/** An upload whose check was never answered: nobody knows its key but the server, which lists it. */
async function dropStrangers(agent: Agent, drive: Drive, open: ReadonlySet<string>): Promise<void> {
  const listed = await agent.person.call(queryOpenUploads, {})
  const strangers = listed.filter(
    (upload) => !drive.open.some((known) => known.objectKey === upload.objectKey),
  )
  assert.ok(strangers.length <= 1, `${strangers.length} uploads are open that nobody opened`)
  for (const stranger of strangers) if (open.has(stranger.objectKey)) await discard(agent.person, stranger)
}

/** What was being sent goes on where it was; acknowledged parts are there, and a save may be asked for again. */
async function goOnWithUploads(
  agent: Agent,
  pending: Pending | undefined,
  happened: boolean,
  random: Random,
): Promise<number> {
  const { sending, person } = agent
  if (pending && isBatch(pending.operation))
    return Number(await goOnWithBatch(agent, pending.operation, pending.before, happened, random))
  if (!pending || !sending) return 0
  if (happened) return saveAgain(agent, pending, sending)
  const { objectKey } = sending.check
  const open = agent.drive.open.find((upload) => upload.objectKey === objectKey)
  if (!open) return 0
  await assertReceived(person, sending)
  if (random.chance(0.3)) {
    await discard(person, sending.check)
    agent.drive.discardUpload(objectKey)
    return 0
  }
  const expected = agent.drive.finishUpload(objectKey)
  const answer = await agent.finish(sending).catch((error) => {
    if (expected.code !== 0 && error.code === expected.code) return undefined
    throw error
  })
  if (answer) {
    agreeOnAnswer(answer.verdict, expected)
  } else {
    await discard(person, sending.check)
    agent.drive.discardUpload(objectKey)
  }
  return 1
}

/** The answer of the first save was lost: the second one is the same, and makes nothing twice. */
async function saveAgain(agent: Agent, { operation, before }: Pending, sending: Sending): Promise<number> {
  const expected = agent.predict(before.snapshot(), operation)
  sending.received.complete = true
  if (expected.code !== 0) return 0
  agreeOnAnswer((await agent.finish(sending)).verdict, expected)
  return 1
}

/** A 200 to a part means received: it survives a crash of the process. */
async function assertReceived(person: Person, { check, received }: Sending): Promise<void> {
  if (!received.uploadId) return
  const listed = await listParts(person, check, received.uploadId)
  // Where the object is complete already its parts are listed without their own tags.
  const tags = new Map(listed.map((part) => [part.partNumber, part.etag]))
  for (const [part, etag] of received.parts)
    assert.ok(
      [etag, STORED].includes(tags.get(part) ?? ''),
      `part ${part} was acknowledged and is not listed`,
    )
}

const STORED = '"stored"'

/** Byte for byte. */
async function compareFiles({ person, drive }: Agent): Promise<number> {
  const files = drive.items().filter((item) => !item.folder)
  for (const file of files) {
    const bytes = await person.download(file.id ?? '')
    assert.equal(sha256Of(bytes), file.versions.at(-1)?.sha256, `bytes of ${file.name}`)
  }
  return files.length
}
