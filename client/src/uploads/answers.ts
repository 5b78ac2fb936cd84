import type { FolderNode } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import { discardSession, errorOf, fail, partsMissing, refusal, stepKey, without } from './failures.ts'
import { partLength, saidOf, withSession } from './items.ts'
import type { Answer, ListedPart } from './messages.ts'
import type { FinishedFolder } from './ports.ts'
import { measured, stalled } from './progress.ts'
import { type FolderGroup, type PartReceipt, placeOf, type Task, type UploadItem } from './state.ts'
import { withNone } from './tries.ts'
import type { Turn } from './turn.ts'
import { widen } from './width.ts'

/** What the answers of runner, server and store do to an item. The next step follows in plan.ts. */

type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>

const EMPTY_MD5 = 'd41d8cd98f00b204e9800998ecf8427e'
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export function onProgress(turn: Turn, { sent }: AnswerOf<'progress'>) {
  for (const { uid, task: id, bytes } of sent) {
    const item = turn.item(uid)
    const task = item?.work.tasks.find((running) => running.id === id)
    if (!item || !task) continue
    if (task.kind === 'hash') turn.put(hashedTo(item, bytes))
    else if (task.kind === 'many') sentTogether(turn, id, bytes)
    else
      turn.put(
        measured({ ...item, loadedChunks: { ...item.loadedChunks, [task.part ?? 1]: bytes } }, turn.at),
      )
  }
}

/** The bytes of many go one after the other. */
function sentTogether(turn: Turn, id: number, bytes: number) {
  let left = bytes
  for (const item of turn.items) {
    if (!item.work.tasks.some((task) => task.id === id)) continue
    const sent = Math.min(left, item.fileSize)
    left -= sent
    turn.put(measured({ ...item, status: 'uploading', loadedChunks: { 1: sent } }, turn.at))
  }
}

const hashedTo = (item: UploadItem, bytes: number): UploadItem => ({
  ...item,
  hashedBytes: bytes,
  checkProcess: item.fileSize === 0 ? 100 : (bytes / item.fileSize) * 100,
})

/** A step that was answered starts with fresh retries when it comes again. */
export function answered(turn: Turn, uid: string, task: Task) {
  const item = turn.item(uid)
  if (item && Object.keys(item.work.tries).length > 0)
    turn.edit(uid, {}, { tries: withNone(item.work.tries, stepKey(task)) })
}

/** An empty hash is computed once more; the hash of nothing for a file with content is none (R102). */
export function onHashed(turn: Turn, { uid, fMd5, sha256 }: AnswerOf<'hashed'>) {
  const item = turn.item(uid)
  if (!item) return
  if (fMd5 === '' || sha256 === '') {
    const emptyHashes = item.work.emptyHashes + 1
    turn.edit(uid, {}, { emptyHashes })
    if (emptyHashes > 1) fail(turn, uid, errorOf('101'))
    return
  }
  if (item.fileSize > 0 && (fMd5 === EMPTY_MD5 || sha256 === EMPTY_SHA256)) {
    return fail(turn, uid, errorOf('102'))
  }
  turn.put({ ...hashedTo(item, item.fileSize), checkProcess: 100, fMd5, sha256 })
}

export function onChecked(turn: Turn, { uid, reply, withHashes }: AnswerOf<'checked'>) {
  const item = turn.item(uid)
  if (!item) return
  switch (reply.uploadflag) {
    case '1':
      if (item.work.instantRefused) return fail(turn, uid, errorOf('202'))
      turn.cancel(uid, ['hash'])
      return turn.update(uid, (now) => takeInstant(now, reply.fId, reply.proof ?? null))
    case '2':
      return fail(turn, uid, refusal('002', reply))
    case '4':
      return fail(turn, uid, refusal('refused', reply))
    case '3': {
      if (reply.objectKey === item.objectKey) return turn.edit(uid, saidOf(reply), { asked: withHashes })
      // The store has begun another session: what went into the old one is of no use.
      if (item.objectKey !== null) turn.cancel(uid, ['hash'])
      turn.update(uid, (now) => withSession(now, reply, turn.settings.partBytes))
      return turn.edit(uid, {}, { asked: withHashes })
    }
  }
}

function takeInstant(
  item: UploadItem,
  fId: string,
  proof: NonNullable<UploadItem['work']['second']>['proof'],
) {
  const still = stalled(item)
  return { ...still, work: { ...still.work, asked: true, second: { fId, proof } } }
}

export function onSent(turn: Turn, task: Task, { uid, etag, syncSpeed }: AnswerOf<'sent'>) {
  const item = turn.item(uid)
  if (!item) return
  turn.edit(uid, { syncSpeed: syncSpeed ?? item.syncSpeed })
  if (task.kind === 'put' || task.part === null) {
    turn.edit(uid, { loadedChunks: {} }, { stored: true })
  } else {
    const receipt = { etag, size: partLength(item, task.part) }
    turn.edit(uid, {
      oSuccessPart: { ...item.oSuccessPart, [task.part]: receipt },
      iMaxSuccessNum: item.iMaxSuccessNum + 1,
      loadedChunks: without(item.loadedChunks, task.part),
    })
    widen(turn)
  }
  turn.update(uid, (now) => measured(now, turn.at))
}

/** The listing is the truth; before merging it must add up to the file (R105). */
export function onListed(turn: Turn, { uid, parts }: AnswerOf<'listed'>) {
  const item = turn.item(uid)
  if (!item) return
  if (parts.some(({ partNumber }) => partNumber < 1 || partNumber > item.partCount)) {
    return fail(turn, uid, errorOf('arrayOutOfBounds'))
  }
  const oSuccessPart = receiptsOf(item, parts)
  const iMaxSuccessNum = Object.keys(oSuccessPart).length
  const merging = item.work.parts === 'known'
  turn.put(measured({ ...item, oSuccessPart, iMaxSuccessNum, loadedChunks: {} }, turn.at))
  if (iMaxSuccessNum === item.partCount) return turn.edit(uid, {}, { parts: 'verified' })
  turn.edit(uid, {}, { parts: 'known' })
  if (merging) partsMissing(turn, uid, null)
}

/** A part of another size than ours does not count. */
function receiptsOf(item: UploadItem, parts: readonly ListedPart[]): Record<number, PartReceipt> {
  const receipts: Record<number, PartReceipt> = {}
  for (const { partNumber, etag, size } of parts) {
    if (size === partLength(item, partNumber)) receipts[partNumber] = { etag, size }
  }
  return receipts
}

/** Saved: recorded as finished, lists refresh, and the item leaves after a moment (R106). */
export function onSaved(turn: Turn, { uid, reply }: AnswerOf<'saved'>) {
  const item = turn.item(uid)
  if (!item) return
  const instant = item.work.second !== null
  if (instant) discardSession(turn, uid)
  turn.cancel(uid)
  turn.edit(
    uid,
    {
      status: 'success',
      percentage: 100,
      uploadInfo: { ...item.uploadInfo, currentSize: item.fileSize, speed: 0, left: 0 },
      outcome: reply.outcome,
      instanceId: reply.instanceId,
      savedName: reply.instanceName,
      instant,
    },
    { saving: false, samples: [] },
  )
  turn.change({ done: turn.state.done + 1 })
  announce(turn, item, reply.instanceId, reply.instanceName)
  turn.begin(uid, { kind: 'leave', waiting: 'backoff' }, (task) => {
    return { type: 'wait', uid, task, ms: turn.settings.leaveMs, jitterMs: 0 }
  })
}

function announce(turn: Turn, item: UploadItem, fileId: string, filename: string) {
  const group = item.groupId === null ? undefined : turn.group(item.groupId)
  turn.emit({
    type: 'finished',
    record: {
      id: item.uid,
      filename,
      fileSize: item.fileSize,
      transferType: 'upload',
      parentNames: placeOf(item),
      parentId: item.parentId,
      fileId,
      taskAddTime: item.addedAt,
      finishedTime: turn.at,
      ...(group && { folder: folderOf(group, item) }),
    },
  })
  const ms = item.uploadType === 2 ? turn.settings.folderRefreshMs : 0
  if (item.parentId !== null) turn.emit({ type: 'refresh', parentId: item.parentId, ms })
  if (group && group.parentId !== item.parentId) turn.emit({ type: 'refresh', parentId: group.parentId, ms })
}

const folderOf = (group: FolderGroup, { uploadTo }: UploadItem): FinishedFolder => ({
  id: group.selectionId ? `${group.selectionId} ${nameKey(group.name)}` : group.groupId,
  name: group.name,
  parentId: group.parentId,
  instanceId: group.ids[group.name] ?? null,
  parentNames: uploadTo,
})

/** The folders are there: their files know where to go. */
export function onFoldersMade(turn: Turn, groupId: string, tree: FolderNode) {
  const group = turn.group(groupId)
  if (!group) return
  const ids = idsOf(group, tree)
  turn.editGroup(groupId, { status: 'created', task: null, tries: 0, ids })
  for (const item of turn.items) {
    if (item.groupId !== groupId) continue
    const parentId = ids[item.path.join('/')]
    if (parentId !== undefined) turn.edit(item.uid, { parentId })
    else if (item.status === 'ready') fail(turn, item.uid, errorOf('folderNotCreated'))
  }
  turn.emit({ type: 'refresh', parentId: group.parentId, ms: 0 })
  if (!turn.items.some((item) => item.groupId === groupId)) turn.dropGroup(groupId)
}

/** A folder that was there already may be spelled another way. */
function idsOf(group: FolderGroup, tree: FolderNode): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const pieces of group.folders) {
    let nodes: readonly FolderNode[] = [tree]
    let node: FolderNode | undefined
    for (const piece of pieces) {
      node = nodes.find(({ instanceName }) => nameKey(instanceName) === nameKey(piece))
      nodes = node?.children ?? []
    }
    if (node?.instanceId) ids[pieces.join('/')] = node.instanceId
  }
  return ids
}
