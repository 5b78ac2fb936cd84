import type { ConversionFault } from '../../../conversion/limits.ts'
import type { PageSize } from './page-size.ts'

/** What the server and its page processes say to each other, one line of JSON each. */

/** Pages of a document or a text, for the page process. */
export interface PagesTask {
  readonly family: 'pdf' | 'text'
  readonly input: string
  /** The pages are written here, WebP files one after the other. */
  readonly output: string
  /** Index of the first page, and how many. */
  readonly first: number
  readonly count: number
}

/** Metadata stored with the rendition of a part. */
export interface PagesMeta {
  /** Of the whole document. */
  readonly pages: number
  /** Bytes of each of its pages. */
  readonly lengths: readonly number[]
  /** Of the document's first pages; with its first part only. */
  readonly sizes?: readonly PageSize[]
}

export interface Failed {
  readonly reason: ConversionFault
  readonly message: string
}

export type PagesAnswer = PagesMeta | Failed

/** One page with the mark in it, for the mark process. */
export interface MarkTask {
  readonly input: string
  /** A JPEG file is written here. */
  readonly output: string
  readonly width: number
  readonly mark: string
}

export type MarkAnswer = { readonly done: true } | Failed

/** Serves tasks, one a line of the process's input. */
export const answerFailed = (error: unknown): Failed => ({
  reason: error instanceof PagesDeclined ? error.reason : 'broken',
  message: error instanceof Error ? error.message.slice(0, 300) : String(error),
})

/** Nothing is drawn of it, by decision. */
export class PagesDeclined extends Error {
  readonly reason: ConversionFault
  constructor(reason: ConversionFault, message: string) {
    super(message)
    this.reason = reason
  }
}
