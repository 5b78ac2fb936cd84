import type { FileToUpload, UploadRequest } from './state.ts'

/** Divides a selection with more files than the queue takes (C42). Pure. */

interface PortionLimits {
  /** Maximum number of files of a portion. */
  readonly files: number
  /** Number of files that the queue takes now. */
  readonly free: number
  /** Size limit of a portion with several files. */
  readonly bytes: number
}

export interface Portion<F> {
  readonly portion: UploadRequest<F>
  /** The remaining selection, or null. */
  readonly rest: UploadRequest<F> | null
}

/**
 * Returns the first portion, in selection order and with at least one file. A folder that fits into one portion is not
 * divided. Empty folders go with the first portion.
 */
export function takePortion<F extends Blob>(upload: UploadRequest<F>, limits: PortionLimits): Portion<F> {
  const free = Math.max(1, limits.free)
  const count = Math.max(countFiles(upload.files, { ...limits, free }), 1)
  const portion = { ...upload, files: upload.files.slice(0, count) }
  const remaining = upload.files.slice(count)
  if (remaining.length === 0) return { portion, rest: null }
  return { portion, rest: { ...upload, files: remaining, emptyFolders: [] } }
}

/** Number of files in the portion. */
function countFiles(files: readonly FileToUpload[], limits: PortionLimits): number {
  let taken = 0
  for (const unit of unitsOf(files, 0, limits.files)) {
    if (fits(files.slice(0, taken + unit), limits)) taken += unit
    else break
  }
  // A folder that fits into a portion, but not now, is divided only if the portion would be empty.
  return taken > 0 ? taken : longestFit(files, limits)
}

/** Lengths of runs of files that stay together: a folder that fits into one portion, else the runs within. */
function unitsOf(files: readonly FileToUpload[], depth: number, max: number): number[] {
  const units: number[] = []
  for (let start = 0; start < files.length; ) {
    const folder = files[start]?.path[depth]
    let end = start + 1
    while (folder !== undefined && end < files.length && files[end]?.path[depth] === folder) end++
    const run = files.slice(start, end)
    units.push(...(run.length <= max ? [run.length] : unitsOf(run, depth + 1, max)))
    start = end
  }
  return units
}

function longestFit(files: readonly FileToUpload[], limits: PortionLimits): number {
  let count = 0
  while (count < files.length && fits(files.slice(0, count + 1), limits)) count++
  return count
}

const fits = (files: readonly FileToUpload[], { free, bytes }: PortionLimits): boolean =>
  files.length <= free && (files.length < 2 || files.reduce((sum, { file }) => sum + file.size, 0) < bytes)
