import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@clouddisk/client/http/errors'
import { createFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import type { FolderNode } from '@clouddisk/contract/files'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import { clearTrash, pageTrash, removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import type { UploadCheck } from '@clouddisk/contract/uploads'
import { pageVersions, pinVersion, removeVersions, restoreVersion } from '@clouddisk/contract/versions'
import type { Person } from '../../server/test/person.ts'
import {
  discard,
  openUpload,
  putAll,
  type Received,
  save,
  saveSecond,
  type Upload,
} from '../../server/test/transfer.ts'
import { batchVerdict, sendBatch, wishesOf } from './batch.ts'
import type { Drive, TreeNode } from './model.ts'
import { bytesFor, type Choices, contentOf, type Operation } from './operations.ts'
import type { Verdict } from './verdict.ts'

/** A person of the proof: does the same operation on the real server and in the model, and tells both answers. */
export class Agent {
  person: Person
  drive: Drive
  readonly choices: Choices
  /** How far the operation in hand has come. */
  stage: Stage = 'preparing'
  /** The upload in hand, once it is open. */
  sending: Sending | undefined
  /** Called when the request that decides is about to be sent. */
  onDeciding: () => void = () => {}
  readonly #open = new Map<string, Sending>()

  constructor(person: Person, drive: Drive, choices: Choices) {
    this.person = person
    this.drive = drive
    this.choices = choices
  }

  /** Both answers to one operation; the model has done it, too, and knows the new ids. */
  async step(operation: Operation): Promise<{ expected: Verdict; actual: Verdict }> {
    this.stage = 'preparing'
    this.sending = undefined
    const answer = await this.#perform(operation).catch(refusalOf)
    this.stage = 'answered'
    const expected = this.predict(this.drive, operation, answer.objectKey)
    if (answer.verdict.code === 0 && expected.code === 0) this.#adopt(answer)
    // Where they disagree there is nothing to learn: that is told.
    if (answer.verdict.code === expected.code) await this.learn()
    return { expected, actual: answer.verdict }
  }

  /** What the model says to an operation; an upload's key comes from the server. */
  predict(drive: Drive, operation: Operation, objectKey = ''): Verdict {
    switch (operation.kind) {
      case 'createFolder':
        return drive.createFolder(operation.parentId, operation.name)
      case 'createTree':
        return drive.createTree(operation.parentId, operation.tree)
      case 'rename':
        return drive.rename(operation.id, operation.name)
      case 'restoreVersion':
        return drive.restoreVersion(operation.id, operation.no)
      case 'removeVersions':
        return drive.removeVersions(operation.id, operation.numbers)
      case 'pinVersion':
        return drive.pinVersion(operation.id, operation.no, operation.pinned, operation.name)
      case 'upload':
        return drive.upload(
          operation.parentId,
          operation.name,
          contentOf(this.choices, operation.content),
          operation.conflict,
        )
      case 'uploadFiles':
        return drive.uploadFiles(wishesOf(this.choices, operation))
      case 'beginUpload':
        return drive.beginUpload({
          ...operation,
          objectKey,
          content: contentOf(this.choices, operation.content),
        })
      case 'finishUpload':
        return drive.finishUpload(operation.objectKey)
      case 'discardUpload':
        return drive.discardUpload(operation.objectKey)
      case 'move':
        return drive.move(operation.ids, operation.targetId, operation.conflict)
      case 'copy':
        return drive.copy(operation.ids, operation.targetId, operation.conflict)
      case 'remove':
        return drive.remove(operation.ids)
      case 'restore':
        return drive.restore(operation.ids, operation.targetId)
      case 'removeForGood':
        return drive.removeForGood(operation.ids)
      case 'clearBin':
        return drive.clearBin()
      case 'mark':
        return drive.mark(operation.ids)
      case 'unmark':
        return drive.unmark(operation.ids)
    }
  }

  /** Ids that no answer told (inside copies, folders made anew, lost answers) are read from the lists. */
  async learn(drive: Drive = this.drive): Promise<void> {
    for (;;) {
      const unknown = drive.items().find((item) => item.id === undefined && item.parent?.id)
      const parent = unknown?.parent
      if (!parent?.id) break
      const listed = new Map(
        (await this.person.list(parent.id)).map((row) => [row.instanceName, row.instanceId]),
      )
      for (const child of parent.children) {
        if (child.id !== undefined) continue
        child.id = listed.get(child.name)
        if (child.id === undefined) throw new NotThere(`${child.name} is not in its folder ${parent.id}`)
      }
    }
    if (drive.bin.every((entry) => entry.id !== undefined)) return
    const { list } = await this.person.call(pageTrash, { pageSize: 1000 })
    const entries = new Map(list.map((row) => [row.instanceId, row.recycleId]))
    for (const entry of drive.bin) entry.id ??= entries.get(entry.item.id ?? '')
  }

  /** The open upload of a key, as far as this person knows it. */
  opened(objectKey: string): Sending | undefined {
    return this.#open.get(objectKey)
  }

  /** Uploads what is left and saves it: the answer of the first save, however often it is asked. */
  async finish({ upload, check, received }: Sending): Promise<Answer> {
    await putAll(this.person, check, upload.bytes, received)
    this.#deciding()
    return savedAnswer(await save(this.person, upload, check))
  }

  #deciding(): void {
    this.stage = 'deciding'
    this.onDeciding()
  }

  async #perform(operation: Operation): Promise<Answer> {
    const { person } = this
    if (operation.kind !== 'upload' && operation.kind !== 'finishUpload') this.#deciding()
    switch (operation.kind) {
      case 'createFolder': {
        const { parentId, name: instanceName } = operation
        const made = await person.call(createFolder, { parentId, instanceName })
        return { verdict: { code: 0, name: made.instanceName }, ids: [made.instanceId] }
      }
      case 'createTree': {
        const tree = await person.call(batchCreateFolder, {
          parentId: operation.parentId,
          instanceName: operation.tree.instanceName,
          children: operation.tree.children.map(wireTree),
        })
        return { verdict: { code: 0, name: tree.instanceName } }
      }
      case 'rename': {
        const { id: instanceId, name: instanceName } = operation
        const renamed = await person.call(renameInstance, { instanceId, instanceName })
        return { verdict: { code: 0, name: renamed.instanceName } }
      }
      case 'restoreVersion': {
        const { id: instanceId, no } = operation
        const [versionId = ''] = await this.#versionIds(instanceId, [no])
        const restored = await person.call(restoreVersion, { instanceId, versionId })
        return { verdict: { code: 0, name: restored.instanceName } }
      }
      case 'removeVersions': {
        const { id: instanceId, numbers } = operation
        const versionIds = await this.#versionIds(instanceId, numbers)
        const { list } = await person.call(removeVersions, { instanceId, versionIds })
        const lines = list.map(({ errcode }, n) => ({ id: String(numbers[n]), code: errcode }))
        return { verdict: { code: 0, lines } }
      }
      case 'pinVersion': {
        const { id: instanceId, no, pinned, name } = operation
        const [versionId = ''] = await this.#versionIds(instanceId, [no])
        await person.call(pinVersion, { instanceId, versionId, pinned, ...(name !== undefined && { name }) })
        return { verdict: { code: 0 } }
      }
      case 'upload':
        return this.#upload(this.#wish(operation))
      case 'uploadFiles': {
        const list = await sendBatch(person, this.choices, operation)
        const made = list.flatMap(({ file }) => (file && isMade(file.outcome) ? [file.instanceId] : []))
        return { verdict: batchVerdict(list), ids: made }
      }
      case 'beginUpload': {
        const upload: Upload = { ...this.#wish(operation), hashes: 'after' }
        const check = await openUpload(person, upload)
        this.#open.set(check.objectKey, sendingOf(upload, check))
        return { verdict: { code: 0, name: upload.name }, objectKey: check.objectKey }
      }
      case 'finishUpload':
        this.sending = this.#known(operation.objectKey)
        return this.finish(this.sending)
      case 'discardUpload': {
        const { check } = this.#known(operation.objectKey)
        await discard(person, check)
        return { verdict: { code: 0 } }
      }
      case 'move':
      case 'copy':
        return this.#transfer(operation)
      case 'remove': {
        const { list } = await person.call(removeInstances, { instanceIds: [...operation.ids] })
        return { verdict: linesOf(list), entries: new Map(list.map((line) => [line.instanceId, line.newId])) }
      }
      case 'restore': {
        const { ids, targetId: targetInstanceId } = operation
        const { list } = await person.call(restoreTrash, {
          instanceIds: [...ids],
          ...(targetInstanceId === undefined ? {} : { targetInstanceId }),
        })
        return { verdict: linesOf(list) }
      }
      case 'removeForGood': {
        const { list } = await person.call(removeTrash, { instanceIds: [...operation.ids] })
        return { verdict: linesOf(list) }
      }
      case 'clearBin': {
        const { removed, fileSize } = await person.call(clearTrash, {})
        return { verdict: { code: 0, count: removed, size: fileSize } }
      }
      case 'mark':
      case 'unmark': {
        const route = operation.kind === 'mark' ? createFavorites : removeFavorites
        const { list } = await person.call(route, { instanceIds: [...operation.ids] })
        return { verdict: linesOf(list) }
      }
    }
  }

  /** Of the versions with these numbers; of one that there is not, an id of nothing. */
  async #versionIds(instanceId: string, numbers: readonly number[]): Promise<string[]> {
    const { list } = await this.person.call(pageVersions, { instanceId, pageSize: 1000 })
    const ids = new Map(list.map(({ versionNo, versionId }) => [versionNo, versionId]))
    return numbers.map((no) => ids.get(no) ?? randomUUID())
  }

  #wish(operation: Operation & { kind: 'upload' | 'beginUpload' }): Upload {
    const { parentId, name, content, conflict } = operation
    // Every other content is known at the check, so that instant upload has its turn. What is not going to be kept is
    // sent in full: whether it needs room would depend on whether anybody has the content.
    const hashes = content % 2 === 0 && conflict !== 'skip' ? 'before' : 'after'
    return { parentId, name, conflict, bytes: bytesFor(this.choices, content), hashes }
  }

  async #upload(upload: Upload): Promise<Answer> {
    const check = await openUpload(this.person, upload)
    if (check.uploadflag === '1') {
      this.#deciding()
      const saved = await saveSecond(this.person, upload, check).catch(unlessProofRefused)
      // What cannot be read there now is not proved: as the client does, it is sent.
      return saved ? savedAnswer(saved) : this.#upload({ ...upload, hashes: 'after' })
    }
    this.sending = sendingOf(upload, check)
    try {
      return await this.finish(this.sending)
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus < 500) await discard(this.person, check)
      throw error
    }
  }

  #known(objectKey: string): Sending {
    const known = this.#open.get(objectKey)
    if (!known) throw new Error(`upload ${objectKey} was never opened`)
    return known
  }

  async #transfer(operation: Operation & { kind: 'move' | 'copy' }): Promise<Answer> {
    const input = {
      instances: operation.ids.join(','),
      targeParentId: operation.targetId,
      conflict: operation.conflict,
    }
    const route = operation.kind === 'move' ? moveInstances : copyInstances
    const reply = await this.person.call(route, input)
    const list = reply.jobId ? [...reply.list, ...(await this.#jobOver(reply.jobId))] : reply.list
    // What came of one may be a version of what came of another.
    const told = new Set(list.flatMap((line) => line.newId ?? []))
    const ids = [...told].filter((id) => !this.drive.find(id))
    return { verdict: linesOf(inOrder(operation.ids, list)), ids }
  }

  async #jobOver(jobId: string) {
    for (;;) {
      const job = await this.person.call(queryJob, { jobId })
      if (job.endTime !== null) return job.list
      await delay(50)
    }
  }

  /** The model's new items get the ids that the answer told, in the same order. */
  #adopt({ ids = [], entries }: Answer): void {
    for (const [i, made] of this.drive.made.entries())
      made.id = 'item' in made ? entries?.get(made.item.id ?? '') : ids[i]
  }
}

/** The model has an item that the server does not list. */
export class NotThere extends Error {}

/** What is not being decided yet cannot have happened; what is answered has. */
export type Stage = 'preparing' | 'deciding' | 'answered'

/** An open upload with what the store has acknowledged of it. */
export interface Sending {
  readonly upload: Upload
  readonly check: UploadCheck
  readonly received: Received
}

const sendingOf = (upload: Upload, check: UploadCheck): Sending => ({
  upload,
  check,
  received: { parts: new Map(), complete: false },
})

export interface Answer {
  readonly verdict: Verdict
  /** Of what was made, in order. */
  readonly ids?: readonly string[]
  /** Recycle entries by the item's id. */
  readonly entries?: ReadonlyMap<string, string | undefined>
  readonly objectKey?: string
}
type WireLine = { instanceId: string; newId?: string; instanceName?: string; errcode: number }

const wireTree = ({ instanceName, children }: TreeNode): FolderNode => ({
  instanceName,
  children: children.map(wireTree),
})

const savedAnswer = (saved: {
  instanceId: string
  instanceName: string
  outcome: string
  fileSize: number
}): Answer => ({
  verdict: { code: 0, name: saved.instanceName, outcome: saved.outcome, size: saved.fileSize },
  ids: isMade(saved.outcome) ? [saved.instanceId] : [],
})

const isMade = (outcome: string): boolean => outcome === 'created' || outcome === 'renamed'

const linesOf = (list: readonly WireLine[]): Verdict => ({
  code: 0,
  lines: list.map((line) => ({
    id: line.instanceId,
    code: line.errcode,
    ...(line.instanceName === undefined ? {} : { name: line.instanceName }),
  })),
})

const inOrder = (ids: readonly string[], list: readonly WireLine[]): WireLine[] =>
  [...list].sort((a, b) => ids.indexOf(a.instanceId) - ids.indexOf(b.instanceId))

function unlessProofRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.name !== 'proof_refused') throw error
}

/** A refusal is an answer; trouble on our side or on the way is not. */
function refusalOf(error: unknown): Answer {
  if (!(error instanceof ApiError) || error.httpStatus >= 500) throw error
  const { reason } = error.details
  return { verdict: { code: error.code, ...(typeof reason === 'string' ? { reason } : {}) } }
}
