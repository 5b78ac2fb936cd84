import { createRequests } from '../../../lib/requests.ts'
import type { Choice, Namesake } from './name-conflicts.ts'

export interface NameQuestion {
  readonly namesakes: readonly Namesake[]
  /** The folder that it is about. */
  readonly folder: string
}
/** Choices by `choiceKey`, or undefined where the person gave the whole thing up. */
export type NameAnswer = ReadonlyMap<string, Choice> | undefined

export const nameQuestions = createRequests<NameQuestion, NameAnswer>()

export const askNames = (namesakes: readonly Namesake[], folder: string): Promise<NameAnswer> =>
  nameQuestions.ask({ namesakes, folder })
