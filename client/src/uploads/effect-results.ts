import type { FolderNode } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import {
  checkRefusal,
  discardSession,
  failItem,
  omitKey,
  partsMissing,
  stepKey,
  uploadErrorOf,
} from './failures.ts'
import { lengthOfPart, sessionFieldsOf, withSession } from './items.ts'
import type { ResultOf, StoredPart } from './messages.ts'
import { countSentPart } from './part-concurrency.ts'
import type { FinishedFolder } from './ports.ts'
import { withMeasuredProgress, withStoppedTransfer } from './progress.ts'
import { withoutRetries } from './retries.ts'
import { type FolderGroup, type PartReceipt, type Task, targetPathOf, type UploadItem } from './state.ts'
import type { Transition } from './transition.ts'

/** Applies results of effects to items. plan.ts starts the next step. */

const EMPTY_MD5 = 'd41d8cd98f00b204e9800998ecf8427e'
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export function onProgress(transition: Transition, { sent }: ResultOf<'progress'>) {
  for (const { uid, task: id, bytes } of sent) {
    const item = transition.item(uid)
    const task = item?.work.tasks.find((running) => running.id === id)
    if (!item || !task) continue
    if (task.kind === 'hash') transition.putItem(withHashProgress(item, bytes))
    else if (task.kind === 'batch') onBatchProgress(transition, id, bytes)
    else
      transition.putItem(
        withMeasuredProgress(
          { ...item, loadedChunks: { ...item.loadedChunks, [task.part ?? 1]: bytes } },
          transition.at,
        ),
      )
  }
}

/** The files of a batch are sent in order. */
function onBatchProgress(transition: Transition, id: number, bytes: number) {
  let remaining = bytes
  for (const item of transition.items) {
    if (!item.work.tasks.some((task) => task.id === id)) continue
    const sent = Math.min(remaining, item.fileSize)
    remaining -= sent
    transition.putItem(
      withMeasuredProgress({ ...item, status: 'uploading', loadedChunks: { 1: sent } }, transition.at),
    )
  }
}

const withHashProgress = (item: UploadItem, bytes: number): UploadItem => ({
  ...item,
  hashedBytes: bytes,
  checkProcess: item.fileSize === 0 ? 100 : (bytes / item.fileSize) * 100,
})

/** A successful step resets its retry counter. */
export function clearRetries(transition: Transition, uid: string, task: Task) {
  const item = transition.item(uid)
  if (item && Object.keys(item.work.tries).length > 0)
    transition.editItem(uid, {}, { tries: withoutRetries(item.work.tries, stepKey(task)) })
}

/** Empty hashes are computed once more. The hash of empty content is an error for a file that is not empty (R102). */
export function onHashed(transition: Transition, { uid, fMd5, sha256 }: ResultOf<'hashed'>) {
  const item = transition.item(uid)
  if (!item) return
  if (fMd5 === '' || sha256 === '') {
    const emptyHashes = item.work.emptyHashes + 1
    transition.editItem(uid, {}, { emptyHashes })
    if (emptyHashes > 1) failItem(transition, uid, uploadErrorOf('101'))
    return
  }
  if (item.fileSize > 0 && (fMd5 === EMPTY_MD5 || sha256 === EMPTY_SHA256)) {
    return failItem(transition, uid, uploadErrorOf('102'))
  }
  transition.putItem({ ...withHashProgress(item, item.fileSize), checkProcess: 100, fMd5, sha256 })
}

export function onChecked(transition: Transition, { uid, reply, withHashes }: ResultOf<'checked'>) {
  const item = transition.item(uid)
  if (!item) return
  switch (reply.uploadflag) {
    case '1':
      if (item.work.instantRefused) return failItem(transition, uid, uploadErrorOf('202'))
      transition.cancelTasks(uid, ['hash'])
      return transition.updateItem(uid, (current) =>
        withInstantUpload(current, reply.fId, reply.proof ?? null),
      )
    case '2':
      return failItem(transition, uid, checkRefusal('002', reply))
    case '4':
      return failItem(transition, uid, checkRefusal('refused', reply))
    case '3': {
      if (reply.objectKey === item.objectKey)
        return transition.editItem(uid, sessionFieldsOf(reply), { checkedWithHashes: withHashes })
      // The server opened another session; what was sent to the old one is lost.
      if (item.objectKey !== null) transition.cancelTasks(uid, ['hash'])
      transition.updateItem(uid, (current) => withSession(current, reply, transition.settings.partBytes))
      return transition.editItem(uid, {}, { checkedWithHashes: withHashes })
    }
  }
}

function withInstantUpload(
  item: UploadItem,
  fId: string,
  proof: NonNullable<UploadItem['work']['second']>['proof'],
): UploadItem {
  const stopped = withStoppedTransfer(item)
  return { ...stopped, work: { ...stopped.work, checkedWithHashes: true, second: { fId, proof } } }
}

export function onSent(transition: Transition, task: Task, { uid, etag, syncSpeed }: ResultOf<'sent'>) {
  const item = transition.item(uid)
  if (!item) return
  transition.editItem(uid, { syncSpeed: syncSpeed ?? item.syncSpeed })
  if (task.kind === 'put' || task.part === null) {
    transition.editItem(uid, { loadedChunks: {} }, { stored: true })
  } else {
    const receipt = { etag, size: lengthOfPart(item, task.part) }
    transition.editItem(uid, {
      oSuccessPart: { ...item.oSuccessPart, [task.part]: receipt },
      iMaxSuccessNum: item.iMaxSuccessNum + 1,
      loadedChunks: omitKey(item.loadedChunks, task.part),
    })
    countSentPart(transition)
  }
  transition.updateItem(uid, (current) => withMeasuredProgress(current, transition.at))
}

/** The listing replaces what was known. Before merging, the sizes must match the file (R105). */
export function onListed(transition: Transition, { uid, parts }: ResultOf<'listed'>) {
  const item = transition.item(uid)
  if (!item) return
  if (parts.some(({ partNumber }) => partNumber < 1 || partNumber > item.partCount)) {
    return failItem(transition, uid, uploadErrorOf('arrayOutOfBounds'))
  }
  const oSuccessPart = receiptsOf(item, parts)
  const iMaxSuccessNum = Object.keys(oSuccessPart).length
  const merging = item.work.parts === 'known'
  transition.putItem(
    withMeasuredProgress({ ...item, oSuccessPart, iMaxSuccessNum, loadedChunks: {} }, transition.at),
  )
  if (iMaxSuccessNum === item.partCount) return transition.editItem(uid, {}, { parts: 'verified' })
  transition.editItem(uid, {}, { parts: 'known' })
  if (merging) partsMissing(transition, uid, null)
}

/** Parts of another size are ignored. */
function receiptsOf(item: UploadItem, parts: readonly StoredPart[]): Record<number, PartReceipt> {
  const receipts: Record<number, PartReceipt> = {}
  for (const { partNumber, etag, size } of parts) {
    if (size === lengthOfPart(item, partNumber)) receipts[partNumber] = { etag, size }
  }
  return receipts
}

/** Records the finished file, refreshes lists, and removes the item after a delay (R106). */
export function onSaved(transition: Transition, { uid, reply }: ResultOf<'saved'>) {
  const item = transition.item(uid)
  if (!item) return
  const instant = item.work.second !== null
  if (instant) discardSession(transition, uid)
  transition.cancelTasks(uid)
  transition.editItem(
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
  transition.updateState({ done: transition.state.done + 1 })
  reportFinished(transition, item, reply.instanceId, reply.instanceName)
  const ms = transition.settings.leaveMs
  transition.startTask(uid, { kind: 'leave', waiting: 'backoff', until: transition.at + ms }, (task) => {
    return { type: 'wait', uid, task, ms, jitterMs: 0 }
  })
}

/** Removes an item whose time in the list is over, and with it all others that were saved by then, as in a batch. */
export function onLeave(transition: Transition, uid: string) {
  const isDue = ({ until = Number.POSITIVE_INFINITY }: Task) => until <= transition.at
  const due = transition.items.filter(({ work }) => work.tasks.some(isDue))
  transition.removeItems([uid, ...due.map((item) => item.uid)])
}

function reportFinished(transition: Transition, item: UploadItem, fileId: string, filename: string) {
  const group = item.groupId === null ? undefined : transition.group(item.groupId)
  transition.emit({
    type: 'finished',
    record: {
      id: item.uid,
      filename,
      fileSize: item.fileSize,
      transferType: 'upload',
      parentNames: targetPathOf(item),
      parentId: item.parentId,
      fileId,
      taskAddTime: item.addedAt,
      finishedTime: transition.at,
      ...(group && { folder: finishedFolderOf(group, item) }),
    },
  })
  const ms = item.uploadType === 2 ? transition.settings.folderRefreshMs : 0
  if (item.parentId !== null) transition.emit({ type: 'refresh', parentId: item.parentId, ms })
  if (group && group.parentId !== item.parentId)
    transition.emit({ type: 'refresh', parentId: group.parentId, ms })
}

const finishedFolderOf = (group: FolderGroup, { uploadTo }: UploadItem): FinishedFolder => ({
  id: group.selectionId ? `${group.selectionId} ${nameKey(group.name)}` : group.groupId,
  name: group.name,
  parentId: group.parentId,
  instanceId: group.ids[group.name] ?? null,
  parentNames: uploadTo,
})

/** Sets the target folders of the files. */
export function onFoldersCreated(transition: Transition, groupId: string, tree: FolderNode) {
  const group = transition.group(groupId)
  if (!group) return
  const ids = idsOf(group, tree)
  transition.editGroup(groupId, { status: 'created', task: null, tries: 0, ids })
  for (const item of transition.items) {
    if (item.groupId !== groupId) continue
    const parentId = ids[item.path.join('/')]
    if (parentId !== undefined) transition.editItem(item.uid, { parentId })
    else if (item.status === 'ready') failItem(transition, item.uid, uploadErrorOf('folderNotCreated'))
  }
  transition.emit({ type: 'refresh', parentId: group.parentId, ms: 0 })
  if (!transition.items.some((item) => item.groupId === groupId)) transition.removeGroup(groupId)
}

/** An existing folder may differ in case. */
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
