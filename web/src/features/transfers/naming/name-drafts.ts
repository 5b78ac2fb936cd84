import { type RefusedName, refusedNameFault } from '@clouddisk/client/uploads/refused-names'
import type { Limits } from '@clouddisk/contract/limits'
import type { NameReason } from '@clouddisk/contract/name-reasons'
import { nameKey } from '@clouddisk/contract/names'

/** An edited replacement for a refused name. */
export interface NameDraft {
  readonly refused: RefusedName
  readonly name: string
  /** False: the item is skipped. */
  readonly use: boolean
}

export type NameDraftError = NameReason | 'taken'

/** Errors of the replacement names, by key. */
export function nameDraftErrors(
  drafts: readonly NameDraft[],
  limits: Limits,
): ReadonlyMap<string, NameDraftError> {
  const used = drafts.filter(({ use }) => use)
  const places = Map.groupBy(used, ({ refused, name }) => placeOf(refused, name))
  const faults = new Map<string, NameDraftError>()
  for (const { refused, name } of used) {
    const fault = refusedNameFault(refused.kind, name, limits)
    const alike = places.get(placeOf(refused, name))?.length ?? 0
    const isTaken = alike > 1 || refused.siblings.has(nameKey(name))
    if (fault) faults.set(refused.key, fault)
    else if (isTaken) faults.set(refused.key, 'taken')
  }
  return faults
}

const placeOf = ({ path }: RefusedName, name: string): string => [...path, nameKey(name)].join('/')
