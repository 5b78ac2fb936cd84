import { NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { checkSelection } from '@clouddisk/client/uploads/check-selection'
import { refusedNames, withNewNames } from '@clouddisk/client/uploads/refused-names'
import type { UploadRequest } from '@clouddisk/client/uploads/state'
import type { Limits } from '@clouddisk/contract/limits'
import { errorMessage } from '../../../lib/api.ts'
import type { FolderTarget } from '../../../lib/extension-points.ts'
import { refusedExtensions } from '../../../lib/limits.ts'
import { ask } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { HandOver } from '../local-helper/hand-over.ts'
import { type ClientOffer, isTipShown, noteTipShown } from '../local-helper/offer.ts'
import {
  applyChoices,
  type ConflictChoice,
  choiceKey,
  findNameConflicts,
  freeName,
  type NameConflict,
  numberedNames,
  topLevelNames,
} from '../naming/name-conflicts.ts'
import { askNameConflicts, refusedNamesRequests } from '../naming/questions.ts'
import { queryTakenNames } from '../naming/taken-names.ts'
import { t } from '../question-strings.ts'
import { emptyFolders, type GatheredSelection, gather } from './gather.ts'
import { showReadProgress } from './read-progress.ts'
import { promptMessage, refusalMessage } from './selection-messages.ts'
import { targetPathText } from './target.ts'
import type { WalkChunk } from './walk.ts'

/**
 * Prepares a selection for the queue: reads, checks, asks once, resolves name conflicts. Each step may end it
 * with a message.
 */

export interface SelectionPorts {
  readonly limits: Limits
  /** Number of unfinished files in the queue. */
  readonly queued: number
  /** The desktop client takes them: higher limits, and no hint to install it. */
  readonly client?: boolean
  /** Where large selections may go instead; what becomes of them there. */
  readonly byClient?: {
    readonly offer: ClientOffer
    upload(target: FolderTarget, fileType: 'file' | 'folder'): Promise<HandOver>
  }
  /** Reattaches files to uploads that lack them; returns the new files. */
  resume(gathered: GatheredSelection, target: FolderTarget): Promise<GatheredSelection>
}

/** Returns the upload to queue, or undefined for none. */
export async function prepareUpload(
  found: AsyncIterable<WalkChunk>,
  target: FolderTarget,
  ports: SelectionPorts,
): Promise<UploadRequest<File> | undefined> {
  const gathered = await showReadProgress((signal, onFound) => gather(found, { signal, onFound })).catch(
    () => undefined,
  )
  if (!gathered) return undefined
  const fresh = await ports.resume(gathered, target)
  if (fresh.files.length < gathered.files.length && isEmpty(fresh)) return undefined
  if (!(await checkLimits(fresh, ports))) return undefined
  const renamed = await resolveRefusedNames(fresh, ports.limits)
  const checked = renamed && (await confirmSelection(renamed, target, ports))
  const upload = checked && (await resolveNameConflicts(checked, target))
  if (upload && isPickedFolder(gathered)) toast.info(t('noEmptyFolders'))
  return upload
}

/** Whether a folder was chosen by the file picker, which does not report empty folders. */
const isPickedFolder = ({ files, folders }: GatheredSelection): boolean =>
  folders.length === 0 && files.some(({ path }) => path.length > 0)

const isEmpty = ({ files, folders, unreadable }: GatheredSelection): boolean =>
  files.length + folders.length + unreadable.length === 0

interface CheckedSelection {
  readonly files: GatheredSelection['files']
  readonly empties: (readonly string[])[]
}

const decide = ({ files, folders }: GatheredSelection, { limits, queued, client = false }: SelectionPorts) =>
  checkSelection(files, {
    limits,
    client,
    queued,
    refusedExtensions: refusedExtensions(),
    tipShown: isTipShown(),
    emptyFolders: folders.length,
  })

/** Checks limits before asking about names. */
async function checkLimits(gathered: GatheredSelection, ports: SelectionPorts): Promise<boolean> {
  const decision = decide(gathered, ports)
  if (decision.kind === 'go' || decision.refusal.reason === 'nothingLeft') return true
  if (decision.refusal.reason === 'empty' && gathered.unreadable.length === 0) toast.info(t('emptySelection'))
  else await ask(refusalMessage(decision.refusal, decision.skipped, gathered.unreadable))
  return false
}

/** Replaces or skips refused names. */
async function resolveRefusedNames(
  gathered: GatheredSelection,
  limits: Limits,
): Promise<GatheredSelection | undefined> {
  const names = refusedNames(gathered, limits)
  if (names.length === 0) return gathered
  const newNames = await refusedNamesRequests.ask({ names, limits })
  if (!newNames) return undefined
  const renamed = { ...gathered, ...withNewNames(gathered, newNames) }
  if (!isEmpty(renamed)) return renamed
  toast.info(t('refusedSkipped'))
  return undefined
}

async function confirmSelection(
  gathered: GatheredSelection,
  target: FolderTarget,
  ports: SelectionPorts,
): Promise<CheckedSelection | undefined> {
  const { folders, unreadable } = gathered
  const decision = decide(gathered, ports)
  if (decision.kind === 'refused') {
    await ask(refusalMessage(decision.refusal, decision.skipped, unreadable))
    return undefined
  }
  const { prompt } = decision
  const byClient = prompt ? ports.byClient : undefined
  const question = promptMessage(prompt, decision.files, decision.skipped, unreadable, byClient?.offer)
  if (prompt?.tip) noteTipShown()
  const answer = question ? await ask(question) : 'confirm'
  if (byClient) {
    const fileType = gathered.files.some(({ path }) => path.length > 0) ? 'folder' : 'file'
    const isHandedOver = answer === 'confirm' && (await byClient.upload(target, fileType)) !== 'browser'
    if (isHandedOver || (answer !== 'confirm' && answer !== 'other')) return undefined
  } else if (answer !== 'confirm') return undefined
  return { files: decision.files, empties: emptyFolders(folders, decision.files) }
}

async function resolveNameConflicts(
  { files, empties }: CheckedSelection,
  target: FolderTarget,
): Promise<UploadRequest<File> | undefined> {
  const names = topLevelNames(files, empties)
  const taken = await takenNamesOrShowError(target, [...names.files, ...names.folders])
  if (!taken) return undefined
  const conflicts = findNameConflicts(names, taken)
  const choices =
    conflicts.length > 0
      ? await askNameConflicts(conflicts, target.instanceName)
      : new Map<string, ConflictChoice>()
  if (!choices) return undefined
  const renamed = await renamedFolders(target, conflicts, choices)
  const chosen = applyChoices(files, empties, choices, renamed)
  if (chosen.files.length === 0 && chosen.empties.length === 0) {
    toast.info(t('allSkipped'))
    return undefined
  }
  return {
    parentId: target.instanceId,
    uploadTo: targetPathText(target),
    inGroup: target.groupId !== undefined,
    isRoot: target.path.length <= 1,
    files: chosen.files,
    emptyFolders: chosen.empties,
  }
}

/**
 * Undefined, after an error message, if the folder cannot be read. Without network the files are queued, and later
 * conflicts keep both.
 */
async function takenNamesOrShowError(target: FolderTarget, names: readonly string[]) {
  try {
    return await queryTakenNames(target.instanceId, names)
  } catch (error) {
    if (error instanceof NetworkError || error instanceof TimeoutError) return []
    toast.error(t('targetRefused', { reason: errorMessage(error) }))
    return undefined
  }
}

/** Keeps both folders: the new one gets the first free number. */
async function renamedFolders(
  target: FolderTarget,
  conflicts: readonly NameConflict[],
  choices: ReadonlyMap<string, ConflictChoice>,
): Promise<Map<string, string>> {
  const renamed = new Map<string, string>()
  for (const conflict of conflicts) {
    if (conflict.kind !== 'folder' || choices.get(choiceKey(conflict))?.what !== 'keepBoth') continue
    const taken = (await takenNamesOrShowError(target, numberedNames(conflict.name))) ?? []
    renamed.set(conflict.name, freeName(conflict.name, taken))
  }
  return renamed
}
