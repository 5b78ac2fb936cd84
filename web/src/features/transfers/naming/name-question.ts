import { createRequests } from '../../../lib/requests.ts'
import type { ConflictChoice, NameConflict } from './name-conflicts.ts'

export interface NameQuestion {
  readonly conflicts: readonly NameConflict[]
  /** The folder that it is about. */
  readonly folder: string
}
/** Choices by `choiceKey`, or undefined where the person gave the whole thing up. */
export type ConflictChoices = ReadonlyMap<string, ConflictChoice> | undefined

export const nameConflictRequests = createRequests<NameQuestion, ConflictChoices>()

export const askNameConflicts = (
  conflicts: readonly NameConflict[],
  folder: string,
): Promise<ConflictChoices> => nameConflictRequests.ask({ conflicts, folder })
