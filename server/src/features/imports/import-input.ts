import type { Language } from '@clouddisk/contract/errors'
import type { ImportSourceKind } from '@clouddisk/contract/imports'

export const IMPORT_QUEUE = 'imports'

/** The input of an import's job, as stored in its row. */
export interface ImportInput {
  readonly importId: string
  /** Of the process that works on it; another server takes a job up with a new one. */
  readonly run: string
  readonly runs: number
  readonly personId: string
  readonly language: Language
}

/** An import that is being worked on. */
export interface RunningImport {
  readonly jobId: string
  readonly input: ImportInput
  readonly id: string
  readonly personId: string
  readonly sourceId: string
  readonly sourceName: string
  readonly kind: ImportSourceKind
  readonly path: string
  readonly targetId: string
  /** How often it was asked for. */
  readonly run: number
}
