import { extensionIn } from '@clouddisk/contract/content-kinds'
import { LIMITS, type Limits } from '@clouddisk/contract/limits'
import type { NameReason } from '@clouddisk/contract/name-reasons'
import { folderNameFault, nameFault, nameKey } from '@clouddisk/contract/names'

/** Checks a selection before it is queued (A§5, C2-C4, C8, C22). Yields one decision with at most one prompt. Pure. */

export interface SelectedFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Folders above the file in the selection. */
  readonly path: readonly string[]
}

export interface SelectionContext {
  readonly limits?: Limits
  /** The desktop client: higher limits, and no hint to install it. */
  readonly client?: boolean
  /** The public download page: no hint to install the client. */
  readonly publicPage?: boolean
  /** Extensions that the server refuses, without the dot. */
  readonly refusedExtensions?: readonly string[]
  /** Unfinished files in the queue. */
  readonly queued?: number
  /** The hint was already shown in this session. */
  readonly tipShown?: boolean
  /** Folders without files. They can be uploaded alone. */
  readonly emptyFolders?: number
}

export interface SkippedFile<F> {
  readonly file: F
  readonly reason: 'empty' | 'over80GB' | 'name' | 'kind'
  /** For `name`: what is wrong, and in which segment of the path. */
  readonly fault?: NameReason
  readonly piece?: string
}

export type SelectionRefusal =
  | { readonly reason: 'empty' }
  /** No file may be uploaded; see `skipped`. */
  | { readonly reason: 'nothingLeft' }
  | { readonly reason: 'limit60GB'; readonly limit: number; readonly total: number }

/** Reasons for the prompt, in display order. */
export type SelectionPromptReason = 'tooMany' | 'manyFiles' | 'totalSize' | 'largeFile'

export interface SelectionPrompt {
  readonly reasons: readonly SelectionPromptReason[]
  readonly tooMany: QueueOverflow | null
  readonly count: number
  readonly total: number
  /** Names of files of 1 GB or more. */
  readonly largeFiles: readonly string[]
  /** The prompt includes the hint, which then counts as shown. */
  readonly tip: boolean
}

type SelectionDecision<F> =
  | {
      readonly kind: 'refused'
      readonly refusal: SelectionRefusal
      readonly skipped: readonly SkippedFile<F>[]
    }
  | {
      readonly kind: 'go'
      readonly files: readonly F[]
      readonly skipped: readonly SkippedFile<F>[]
      /** Shown before anything is queued; null if no confirmation is needed. */
      readonly prompt: SelectionPrompt | null
    }

/** More files than the queue takes: they are uploaded in portions (C42). */
export interface QueueOverflow {
  readonly limit: number
  readonly queued: number
}

/** Files that a queue takes: 500 in a browser, 2000 in the desktop client (C3, inclusive). */
const uploadFilesMax = ({ limits = LIMITS, client = false }: SelectionContext): number =>
  client ? limits.uploadFilesClient : limits.uploadFilesWeb

/** Checks for refusals first. Then combines limit, count, size and single files into one prompt (C8). */
export function checkSelection<F extends SelectedFile>(
  selected: readonly F[],
  context: SelectionContext = {},
): SelectionDecision<F> {
  const { limits = LIMITS, queued = 0, emptyFolders = 0, refusedExtensions = [] } = context
  const refused = (
    refusal: SelectionRefusal,
    skipped: readonly SkippedFile<F>[] = [],
  ): SelectionDecision<F> => ({
    kind: 'refused',
    refusal,
    skipped,
  })
  if (selected.length === 0 && emptyFolders === 0) return refused({ reason: 'empty' })
  const skipped = selected.flatMap((file) => skipOf(file, limits, refusedExtensions) ?? [])
  const out = new Set(skipped.map(({ file }) => file))
  const files = selected.filter((file) => !out.has(file))
  if (files.length === 0 && emptyFolders === 0) return refused({ reason: 'nothingLeft' }, skipped)

  const limit = uploadFilesMax(context)
  const count = files.length
  const total = files.reduce((sum, { size }) => sum + size, 0)
  // A larger selection is divided; each portion stays below the limit.
  if (count >= 2 && count <= limit && total >= limits.batchBytesMax) {
    return refused({ reason: 'limit60GB', limit: limits.batchBytesMax, total }, skipped)
  }
  const tooMany = queued + count > limit ? { limit, queued } : null
  return { kind: 'go', files, skipped, prompt: promptFor(files, total, tooMany, context) }
}

function skipOf<F extends SelectedFile>(
  file: F,
  limits: Limits,
  refusedExtensions: readonly string[],
): SkippedFile<F> | undefined {
  for (const piece of file.path) {
    const fault = folderNameFault(piece, limits.folderMax)
    if (fault) return { file, reason: 'name', fault, piece }
  }
  const fault = nameFault(file.name)
  if (fault) return { file, reason: 'name', fault, piece: file.name }
  if (refusedExtensions.length > 0 && extensionIn(nameKey(file.name), refusedExtensions))
    return { file, reason: 'kind' }
  if (file.size === 0) return { file, reason: 'empty' }
  return file.size > limits.fileBytesMax ? { file, reason: 'over80GB' } : undefined
}

function promptFor(
  files: readonly SelectedFile[],
  total: number,
  tooMany: QueueOverflow | null,
  context: SelectionContext,
): SelectionPrompt | null {
  const { limits = LIMITS, client = false, publicPage = false, tipShown = false } = context
  if (client && !tooMany) return null
  const many = !tooMany && files.length > limits.manyFilesPrompt
  const big = total >= limits.plugInTipBytes
  const tip = !publicPage && !tipShown && (many || big)
  const largeFiles = publicPage ? [] : files.filter(({ size }) => size >= limits.largeFilePrompt)
  const reasons: SelectionPromptReason[] = tooMany ? ['tooMany'] : []
  if (many) reasons.push('manyFiles')
  if (tip && big) reasons.push('totalSize')
  if (largeFiles.length > 0) reasons.push('largeFile')
  if (reasons.length === 0) return null
  return { reasons, tooMany, count: files.length, total, largeFiles: largeFiles.map(({ name }) => name), tip }
}
