import { NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { refusedNames, withNewNames } from '@clouddisk/client/uploads/refused-names'
import { checkSelection } from '@clouddisk/client/uploads/select'
import type { NewUpload } from '@clouddisk/client/uploads/state'
import type { Limits } from '@clouddisk/contract/limits'
import { errorMessage } from '../../../lib/api.ts'
import type { FolderTarget } from '../../../lib/extension-points.ts'
import { ask } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  applyChoices,
  type Choice,
  choiceKey,
  freeName,
  type Namesake,
  namesakesOf,
  numberedNames,
  topNames,
} from '../naming/name-conflicts.ts'
import { askNames } from '../naming/name-question.ts'
import { refusedNamesQuestions } from '../naming/refused-names-question.ts'
import { takenNames } from '../naming/taken-names.ts'
import { t } from '../question-strings.ts'
import { emptyFolders, type Gathered, gather } from './gather.ts'
import { whileReading } from './reading.ts'
import { promptWords, refusalWords } from './selection-messages.ts'
import { placeName } from './target.ts'
import { isTipShown, rememberTip } from './tip.ts'
import type { Found } from './walk.ts'

/**
 * From what was chosen to what is queued: read, check, ask once, ask about taken names. Each step may end it, and
 * says why.
 */

export interface SelectionPorts {
  readonly limits: Limits
  /** Files in the queue that have not ended. */
  readonly queued: number
  /** Gives uploads that wait for a file the one they wait for; the rest is new. */
  goOn(gathered: Gathered, target: FolderTarget): Promise<Gathered>
}

/** What to queue, or undefined where nothing is to be. */
export async function chooseUpload(
  found: AsyncIterable<Found>,
  target: FolderTarget,
  ports: SelectionPorts,
): Promise<NewUpload<File> | undefined> {
  const gathered = await whileReading((signal, onFound) => gather(found, { signal, onFound })).catch(
    () => undefined,
  )
  if (!gathered) return undefined
  const fresh = await ports.goOn(gathered, target)
  if (fresh.files.length < gathered.files.length && isEmpty(fresh)) return undefined
  if (!(await passLimits(fresh, ports))) return undefined
  const renamed = await passRefusedNames(fresh, ports.limits)
  const checked = renamed && (await passChecks(renamed, ports))
  const upload = checked && (await passNames(checked, target))
  if (upload && isPickedFolder(gathered)) toast.info(t('noEmptyFolders'))
  return upload
}

/** A picker gives the files of a folder, and does not say which folders hold none; a walk tells every folder. */
const isPickedFolder = ({ files, folders }: Gathered): boolean =>
  folders.length === 0 && files.some(({ path }) => path.length > 0)

const isEmpty = ({ files, folders, unreadable }: Gathered): boolean =>
  files.length + folders.length + unreadable.length === 0

interface Checked {
  readonly files: Gathered['files']
  readonly empties: (readonly string[])[]
}

const decide = ({ files, folders }: Gathered, { limits, queued }: SelectionPorts) =>
  checkSelection(files, { limits, queued, tipShown: isTipShown(), emptyFolders: folders.length })

/** What no name can mend is refused before names are asked about. */
async function passLimits(gathered: Gathered, ports: SelectionPorts): Promise<boolean> {
  const decision = decide(gathered, ports)
  if (decision.kind === 'go' || decision.refusal.reason === 'nothingLeft') return true
  if (decision.refusal.reason === 'empty' && gathered.unreadable.length === 0) toast.info(t('emptySelection'))
  else await ask(refusalWords(decision.refusal, decision.skipped, gathered.unreadable))
  return false
}

/** Names that the drive refuses get others, or are left out. */
async function passRefusedNames(gathered: Gathered, limits: Limits): Promise<Gathered | undefined> {
  const names = refusedNames(gathered, limits)
  if (names.length === 0) return gathered
  const given = await refusedNamesQuestions.ask({ names, limits })
  if (!given) return undefined
  const renamed = { ...gathered, ...withNewNames(gathered, given) }
  if (!isEmpty(renamed)) return renamed
  toast.info(t('refusedSkipped'))
  return undefined
}

async function passChecks(gathered: Gathered, ports: SelectionPorts): Promise<Checked | undefined> {
  const { folders, unreadable } = gathered
  const decision = decide(gathered, ports)
  if (decision.kind === 'refused') {
    await ask(refusalWords(decision.refusal, decision.skipped, unreadable))
    return undefined
  }
  const question = promptWords(decision.prompt, decision.files, decision.skipped, unreadable)
  if (decision.prompt?.tip) rememberTip()
  if (question && (await ask(question)) !== 'confirm') return undefined
  return { files: decision.files, empties: emptyFolders(folders, decision.files) }
}

async function passNames(
  { files, empties }: Checked,
  target: FolderTarget,
): Promise<NewUpload<File> | undefined> {
  const names = topNames(files, empties)
  const taken = await takenOrTold(target, [...names.files, ...names.folders])
  if (!taken) return undefined
  const namesakes = namesakesOf(names, taken)
  const choices =
    namesakes.length > 0 ? await askNames(namesakes, target.instanceName) : new Map<string, Choice>()
  if (!choices) return undefined
  const renamed = await renamedFolders(target, namesakes, choices)
  const chosen = applyChoices(files, empties, choices, renamed)
  if (chosen.files.length === 0 && chosen.empties.length === 0) {
    toast.info(t('allSkipped'))
    return undefined
  }
  return {
    parentId: target.instanceId,
    uploadTo: placeName(target),
    inGroup: target.groupId !== undefined,
    isRoot: target.path.length <= 1,
    files: chosen.files,
    emptyFolders: chosen.empties,
  }
}

/**
 * Undefined where the folder refuses: nothing could go there either, and it is said. Without network the files wait
 * in line all the same; both are kept of what turns out to be taken.
 */
async function takenOrTold(target: FolderTarget, names: readonly string[]) {
  try {
    return await takenNames(target.instanceId, names)
  } catch (error) {
    if (error instanceof NetworkError || error instanceof TimeoutError) return []
    toast.error(t('targetGone', { reason: errorMessage(error) }))
    return undefined
  }
}

/** Both folders are kept: the new one gets the first number that is free. */
async function renamedFolders(
  target: FolderTarget,
  namesakes: readonly Namesake[],
  choices: ReadonlyMap<string, Choice>,
): Promise<Map<string, string>> {
  const renamed = new Map<string, string>()
  for (const namesake of namesakes) {
    if (namesake.kind !== 'folder' || choices.get(choiceKey(namesake))?.what !== 'keepBoth') continue
    const taken = (await takenOrTold(target, numberedNames(namesake.name))) ?? []
    renamed.set(namesake.name, freeName(namesake.name, taken))
  }
  return renamed
}
