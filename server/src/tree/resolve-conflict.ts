import { Refusal } from '../errors/refusal.ts'
import type { FileRow } from './files.ts'

/** What the caller of an upload, a move or a copy wants if the name is taken in the target folder. */
export type ConflictPolicy = 'keepBoth' | 'newVersion' | 'skip' | 'fail'

export interface NameConflict {
  readonly policy: ConflictPolicy
  /** The item that is uploaded, moved or copied. */
  readonly item: Pick<FileRow, 'name' | 'isFolder'>
  /** Reads the item that has the name; only called for `newVersion`. */
  readonly existing: () => Promise<FileRow | undefined>
  /** Whether the actor may replace the content of the existing file. */
  readonly mayReplace: (fileId: string) => Promise<boolean>
}

export type ConflictResolution =
  | { readonly action: 'keepBoth' | 'skip' }
  | { readonly action: 'newVersion'; readonly file: FileRow }
  | { readonly action: 'fail'; readonly refusal: Refusal }

/**
 * Decides a name collision, for uploads (add-file.ts), moves (features/files/move.ts) and copies (attach-copy.ts).
 * `newVersion` becomes `keepBoth` if one of the two is a folder or the actor may not replace the existing file.
 */
export async function resolveConflict(conflict: NameConflict): Promise<ConflictResolution> {
  const { policy, item, existing, mayReplace } = conflict
  if (policy === 'fail') return { action: 'fail', refusal: new Refusal('name_taken', { name: item.name }) }
  if (policy === 'skip') return { action: 'skip' }
  if (policy === 'newVersion' && !item.isFolder) {
    const file = await existing()
    if (file && !file.isFolder && (await mayReplace(file.id))) return { action: 'newVersion', file }
  }
  return { action: 'keepBoth' }
}
