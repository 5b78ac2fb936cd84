import { namesInBackup } from './file-names.ts'
import type { Manifest, MissingObject } from './manifest.ts'
import type { BackupRepository } from './repository.ts'

/** Content missing from a backup, with the names of its files. */

export interface LostObject extends MissingObject {
  /** `space/folder/name`; empty if no file has the content. */
  readonly files: readonly string[]
}

export async function withNames(
  backup: BackupRepository,
  manifest: Manifest,
  lost: readonly MissingObject[],
): Promise<LostObject[]> {
  const keys = new Set(lost.map(({ key }) => key))
  const names = await namesInBackup(backup.filesOf(manifest.generation), manifest, keys)
  return lost.map(({ key, says }) => ({ key, says, files: names.get(key) ?? [] }))
}

/** Whose it is, and what it is called where it lies. */
export const formatLostObject = ({ key, says, files }: LostObject): string =>
  `  ${files.join(', ') || 'no longer used by any file'}: ${key} ${says}`
