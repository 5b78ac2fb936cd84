import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import type { PassedFiles } from '../dlp/places/passed.ts'

export const EXTRACT_QUEUE = 'extractions'

/** The input of an extraction, as stored in its row. */

export interface ExtractInput {
  /** The archive, and the top row of what is extracted; another one for each run, so that a crashed one is removed. */
  readonly items: readonly [{ readonly sourceId: string; readonly copyId: string }]
  readonly versionId?: string
  readonly paths?: readonly string[]
  /** Of the run that works on it; another server takes a job up with a new one. */
  readonly run: string
  readonly runs: number
  /** The classification of the archive when it was asked for; null without one. */
  readonly setLevel?: number | null
  /** Bytes reserved in the space of the target. */
  readonly reserved: number
  readonly spaceId: string
  /** The requester; its permissions are read again. */
  readonly actor: Pick<Actor, 'personId' | 'sharingId'>
  readonly language: Language
  /** Of the content check of the archive. */
  readonly passed?: PassedFiles
}

/** The input without what a job that has ended does not need, such as the list of paths. */
export const endedInput = ({ paths: _, passed: __, ...input }: ExtractInput): string => JSON.stringify(input)

export interface ExtractJob {
  readonly id: string
  readonly targetId: string
  readonly input: ExtractInput
}
