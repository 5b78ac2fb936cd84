import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import type { ItemResult } from '../../tree/batch.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import type { PassedFiles } from '../dlp/places/passed.ts'

/** The input of a copy job, as stored in its row. */

export interface CopyItem {
  readonly sourceId: string
  /**
   * Id of the top row of the copy, chosen when the copy was requested, so that the rows of a crashed run can
   * be found and removed.
   */
  readonly copyId: string
}

export interface CopyInput {
  readonly items: readonly CopyItem[]
  readonly conflict: ConflictPolicy
  /** Bytes reserved in the target space. */
  readonly reserved: number
  readonly spaceId: string
  /** The requester; its permissions are read again. */
  readonly actor: Pick<Actor, 'personId' | 'sharingId'>
  /** Of what is saved from a link: the visitor's session in whose name it is read. */
  readonly visitorId?: string
  readonly language: Language
  /** Of the content check, until the copies are attached. */
  readonly passed?: PassedFiles
  /** Set once the plan is written: results of the items that could not be planned. */
  readonly refused?: readonly ItemResult[]
}

export interface CopyJob {
  readonly id: string
  readonly targetId: string
  readonly input: CopyInput
}
