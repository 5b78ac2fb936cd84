import type { NewNames, RefusedName } from '@clouddisk/client/uploads/refused-names'
import type { Limits } from '@clouddisk/contract/limits'
import { createRequests } from '../../../lib/requests.ts'
import type { ConflictChoice, NameConflict } from './name-conflicts.ts'

export interface NameQuestion {
  readonly conflicts: readonly NameConflict[]
  /** The target folder's name. */
  readonly folder: string
}
/** Choices by `choiceKey`, or undefined if the upload was cancelled. */
export type ConflictChoices = ReadonlyMap<string, ConflictChoice> | undefined

export const nameConflictRequests = createRequests<NameQuestion, ConflictChoices>()

export const askNameConflicts = (
  conflicts: readonly NameConflict[],
  folder: string,
): Promise<ConflictChoices> => nameConflictRequests.ask({ conflicts, folder })

export interface RefusedNamesQuestion {
  readonly names: readonly RefusedName[]
  readonly limits: Limits
}

/** Undefined if the upload was cancelled. */
export const refusedNamesRequests = createRequests<RefusedNamesQuestion, NewNames | undefined>()
