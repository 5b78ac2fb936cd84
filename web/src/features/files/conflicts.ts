import { type Instance, queryNamesakes } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import { call } from '../../lib/api.ts'
import { callInBatches } from '../../lib/batches.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { createRequests } from '../../lib/requests.ts'

/** Name conflicts in the target of a move or copy (G13): resolved one by one, or once for all. */

export type MoveConflictPolicy = 'keepBoth' | 'newVersion' | 'skip'

export interface ConflictQuestion {
  readonly item: Instance
  readonly targetName: string
  /** Whether a new version is possible: only a file of a file. */
  readonly versionable: boolean
  /** Number of conflicts after this one. */
  readonly remaining: number
}

export interface ConflictAnswer {
  readonly policy: MoveConflictPolicy
  readonly forAll: boolean
}

/** Undefined if the dialog was closed; the remaining items are skipped. */
export const conflictRequests = createRequests<ConflictQuestion, ConflictAnswer | undefined>()

/** Asks for a policy for each item whose name is taken in the target. */
export async function askPolicies(
  items: readonly Instance[],
  target: FolderTarget,
): Promise<Map<MoveConflictPolicy, Instance[]>> {
  const versionable = await namesakeFiles(items, target)
  const answers = new Map<MoveConflictPolicy, Instance[]>()
  const give = (policy: MoveConflictPolicy, some: readonly Instance[]) =>
    answers.set(policy, [...(answers.get(policy) ?? []), ...some])
  for (const [index, item] of items.entries()) {
    const rest = items.slice(index)
    const answer = await conflictRequests.ask({
      item,
      targetName: target.instanceName,
      versionable: versionable(item),
      remaining: rest.length - 1,
    })
    if (!answer) {
      give('skip', rest)
      break
    }
    give(answer.policy, answer.forAll ? rest : [item])
    if (answer.forAll) break
  }
  return answers
}

async function namesakeFiles(
  items: readonly Instance[],
  { instanceId: parentId, fileSharingId }: FolderTarget,
): Promise<(item: Instance) => boolean> {
  const names = items.filter((item) => item.classifierId === 'File').map((item) => item.instanceName)
  if (names.length === 0) return () => false
  const shared = fileSharingId === undefined ? {} : { fileSharingId }
  const answers = await callInBatches(names, (some) =>
    call(queryNamesakes, { parentId, names: some, ...shared }),
  )
  const taken = answers.flat()
  const files = new Set(
    taken.filter((one) => one.classifierId === 'File').map((one) => nameKey(one.instanceName)),
  )
  return (item) => item.classifierId === 'File' && files.has(nameKey(item.instanceName))
}
