import type { FileToUpload, UploadRequest } from './state.ts'

/** Divides a selection of more files than the queue takes (C42). Pure. */

export interface PortionLimits {
  /** Files of the largest portion. */
  readonly files: number
  /** Files that the queue takes now. */
  readonly room: number
  /** A portion of several files stays below this. */
  readonly bytes: number
}

export interface Portion<F> {
  readonly portion: UploadRequest<F>
  /** What is left for later; null when that is nothing. */
  readonly rest: UploadRequest<F> | null
}

/**
 * The first portion, in the order of the selection: folders whole where one portion holds them. Empty folders come
 * with the first portion. Takes at least one file.
 */
export function takePortion<F extends Blob>(upload: UploadRequest<F>, limits: PortionLimits): Portion<F> {
  const room = Math.max(1, limits.room)
  const taken = Math.max(wholeFolders(upload.files, { ...limits, room }), 1)
  const portion = { ...upload, files: upload.files.slice(0, taken) }
  const left = upload.files.slice(taken)
  if (left.length === 0) return { portion, rest: null }
  return { portion, rest: { ...upload, files: left, emptyFolders: [] } }
}

/** How many files, from the first on, go into the portion. */
function wholeFolders(files: readonly FileToUpload[], limits: PortionLimits): number {
  let taken = 0
  for (const unit of unitsOf(files, 0, limits.files)) {
    if (fits(files.slice(0, taken + unit), limits)) taken += unit
    else break
  }
  // A folder that would fit alone, but not now, is begun only where nothing else can be.
  return taken > 0 ? taken : longestFit(files, limits)
}

/** Lengths of runs of files that stay together: a folder that one portion holds, else what is in it. */
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

const fits = (files: readonly FileToUpload[], { room, bytes }: PortionLimits): boolean =>
  files.length <= room && (files.length < 2 || files.reduce((sum, { file }) => sum + file.size, 0) < bytes)
