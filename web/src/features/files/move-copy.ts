import { codeOf } from '@clouddisk/contract/errors'
import { copyInstances, type Instance, moveInstances, renameInstance } from '@clouddisk/contract/files'
import { call } from '../../lib/api.ts'
import {
  callInBatches,
  groupByParent,
  type ItemFailure,
  type ItemResult,
  sortResults,
} from '../../lib/batches.ts'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'
import { beginPending } from '../../lib/pending.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { askPolicies, type MoveConflictPolicy } from './conflicts.ts'
import { confirmAccessChanges, withConfirmedCount } from './consequences.ts'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { hidesInFolders, removeAsOne } from './remove-batches.ts'
import { t } from './strings.ts'
import { CancelledError, type DoneAction, undoable } from './undo.ts'

/** Moving and copying. The first call fails on name conflicts, which are then asked about (G13). */

type MovedItem = { item: Instance; result: ItemResult }
interface TransferOutcome {
  readonly done: readonly MovedItem[]
  readonly failed: readonly ItemFailure[]
}
type TransferCall = (
  items: readonly Instance[],
  target: FolderTarget,
  conflict: MoveConflictPolicy | 'fail',
) => Promise<TransferOutcome>

/** With the number of items skipped because of name conflicts. */
type TransferResult = TransferOutcome & { readonly skipped: number }

/** Moves items into a folder: hidden at once, shown again with an error message if the server refuses. */
export async function moveItems(items: readonly Instance[], target: FolderTarget): Promise<void> {
  const moving = items.filter((item) => item.parentId !== target.instanceId)
  if (moving.length > 0) await transfer('move', moving, target)
  else if (items.length > 0) toast.info(changing('alreadyHere'))
}

/** Copies items into a folder; long copies run as background jobs. */
export async function copyItems(items: readonly Instance[], target: FolderTarget): Promise<void> {
  if (items.length > 0) await transfer('copy', items, target)
}

/** Confirms effects on other people, moves or copies, and shows the result, skipped items and errors. */
async function transfer(
  mode: 'move' | 'copy',
  items: readonly Instance[],
  target: FolderTarget,
): Promise<void> {
  const failedText = t(mode === 'move' ? 'notMoved' : 'notCopied')
  const [run, doneAction] = mode === 'move' ? [moveSome, movedAction] : [copySome, copiedAction]
  try {
    await confirmAccessChanges(mode, items, target)
    await undoable(async () => {
      const { done, failed, skipped } = await resolveConflicts(items, target, run)
      if (skipped > 0) toast.info(changing('skipped', { count: skipped }))
      showFailures(failedText, failed)
      return doneAction(done, target)
    })
  } catch (error) {
    if (!(error instanceof CancelledError)) showError(failedText, error)
  }
}

const moveSome: TransferCall = async (items, target, conflict) => {
  const pending = beginPending({ hides: hidesInFolders(items) })
  const title = changing('moving', { count: items.length, target: target.instanceName })
  try {
    const outcome = await moveTo(target.instanceId, items, conflict, title)
    pending.release(outcome.failed.map((one) => one.item.instanceId))
    pending.settle()
    await refreshAfterMove(items, target)
    return outcome
  } catch (error) {
    pending.release()
    // Some batches may have succeeded.
    void refreshAfterMove(items, target)
    throw error
  }
}

/** @param title of the background jobs. */
async function moveTo(
  targeParentId: string,
  items: readonly Instance[],
  conflict: MoveConflictPolicy | 'fail',
  title: string,
): Promise<TransferOutcome> {
  const ids = items.map((item) => item.instanceId)
  const answers = await callInBatches(ids, (instances) =>
    withConfirmedCount('takeOut', (confirmed) =>
      call(moveInstances, { instances, targeParentId, conflict, ...confirmed }),
    ),
  )
  return sortResults(items, [{ list: await awaitJobs(answers, title) }])
}

async function refreshAfterMove(items: readonly Instance[], target: FolderTarget): Promise<void> {
  refreshAround('details', 'favorites')
  await refreshFolders([target.instanceId, ...groupByParent(items).keys()])
}

function movedAction(moved: readonly MovedItem[], target: FolderTarget): DoneAction | undefined {
  if (moved.length === 0) return undefined
  const text = changing('moved', { count: moved.length, target: target.instanceName })
  // An item that became another file's version cannot be moved back.
  const reversible = moved.every(({ result }) => result.newId === undefined)
  if (!reversible) return { text }
  return { text, undo: { run: () => moveBack(moved, target), text: undoneText('Move', moved) } }
}

/** Describes the undone step; names a single item. */
function undoneText(what: 'Move' | 'Copy', all: readonly MovedItem[]): string {
  const [only] = all
  return all.length === 1 && only
    ? changing(`undone${what}One`, { name: only.item.instanceName })
    : changing(`undone${what}`, { count: all.length })
}

/** Moves each item to its previous folder and name. */
async function moveBack(done: readonly MovedItem[], from: FolderTarget): Promise<void> {
  const failed: ItemFailure[] = []
  const refresh = () =>
    refreshAfterMove(
      done.map(({ item }) => item),
      from,
    )
  try {
    for (const [parentId, group] of Map.groupBy(done, ({ item }) => item.parentId)) {
      const items = group.map(({ item }) => item)
      const title = changing('undoingMove', { count: items.length })
      const outcome = await moveTo(parentId, items, 'keepBoth', title)
      failed.push(...outcome.failed)
      for (const { item, result } of outcome.done) {
        if (result.instanceName === item.instanceName || result.instanceName === undefined) continue
        await call(renameInstance, { instanceId: item.instanceId, instanceName: item.instanceName }).catch(
          () => undefined,
        )
      }
    }
  } catch (error) {
    // Some may have moved back before one failed. Failures are shown at once.
    void refresh()
    throw error
  }
  await refresh()
  showFailures(t('notMoved'), failed)
}

function copiedAction(copied: readonly MovedItem[], target: FolderTarget): DoneAction | undefined {
  if (copied.length === 0) return undefined
  const text = changing('copied', { count: copied.length, target: target.instanceName })
  const made = copied.flatMap(({ item, result }) =>
    result.newId !== undefined && result.outcome !== 'newVersion'
      ? [{ ...item, instanceId: result.newId, instanceName: result.instanceName ?? item.instanceName }]
      : [],
  )
  // A copy that became another file's version cannot be deleted.
  if (made.length < copied.length) return { text }
  return { text, undo: { run: () => removeCopies(made, target), text: undoneText('Copy', copied) } }
}

/** Moves the copies to the recycle bin, so that later changes in them can be restored. */
async function removeCopies(made: readonly Instance[], target: FolderTarget): Promise<void> {
  const refresh = () => {
    refreshAround('details', 'favorites', 'trash', 'capacity')
    return refreshFolders([target.instanceId])
  }
  try {
    const answers = await removeAsOne(made.map((item) => item.instanceId))
    const lines = await awaitJobs(answers, changing('undoingCopy', { count: made.length }))
    showFailures(t('notUndoneItems'), sortResults(made, [{ list: lines }]).failed)
  } catch (error) {
    void refresh()
    throw error
  }
  await refresh()
}

const copySome: TransferCall = async (items, target, conflict) => {
  const ids = items.map((item) => item.instanceId)
  // A copy into its own folder conflicts with itself: keep both.
  const here = items.every((item) => item.parentId === target.instanceId)
  const answers = await callInBatches(ids, (instances) =>
    call(copyInstances, {
      instances,
      targeParentId: target.instanceId,
      conflict: here && conflict === 'fail' ? 'keepBoth' : conflict,
    }),
  )
  const title = changing('copying', { count: items.length, target: target.instanceName })
  const results = await awaitJobs(answers, title)
  refreshAround('capacity')
  await refreshFolders([target.instanceId])
  return sortResults(items, [{ list: results }])
}

type TransferReply = { readonly jobId?: string; readonly list: readonly ItemResult[] }

/** Result lines of the replies and of the jobs they started. */
async function awaitJobs(answers: readonly TransferReply[], title: string): Promise<readonly ItemResult[]> {
  const results: ItemResult[] = []
  for (const { jobId, list } of answers) {
    results.push(...list)
    if (jobId) results.push(...(await followJob(jobId, title)))
  }
  return results
}

async function followJob(jobId: string, title: string): Promise<readonly ItemResult[]> {
  const job = await extensionFor('jobs')?.watch(jobId, title)
  // A cancelled job shows its own message.
  return job?.list.filter((line) => line.errcode !== codeOf('cancelled')) ?? []
}

/** Calls for all items first, then for those with name conflicts with the chosen policy. */
async function resolveConflicts(
  items: readonly Instance[],
  target: FolderTarget,
  run: TransferCall,
): Promise<TransferResult> {
  const first = await run(items, target, 'fail')
  const taken = new Set(
    first.failed.filter((one) => one.errcode === codeOf('name_taken')).map((one) => one.item.instanceId),
  )
  const conflicting = items.filter((item) => taken.has(item.instanceId))
  const done = [...first.done]
  const failed = first.failed.filter((one) => !taken.has(one.item.instanceId))
  let skipped = 0
  if (conflicting.length === 0) return { done, failed, skipped }
  for (const [policy, some] of await askPolicies(conflicting, target)) {
    if (policy === 'skip') {
      skipped += some.length
      continue
    }
    const outcome = await run(some, target, policy)
    done.push(...outcome.done)
    failed.push(...outcome.failed)
  }
  return { done, failed, skipped }
}
