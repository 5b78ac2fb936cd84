import type { FileToUpload } from '@clouddisk/client/uploads/state'
import { nameKey } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'

export interface AssignedFile {
  readonly session: OpenUpload
  readonly file: FileToUpload<File>
  /** Whether the modification time matches, if the session has one. */
  readonly same: boolean
}

/**
 * Assigns files to sessions by name, size and time; each file to at most one session, preferring those with
 * most received bytes. A file with another time is assigned only if it is the only candidate, so that it does
 * not replace another of the same name. Pure.
 */
export function assignFiles(
  sessions: readonly OpenUpload[],
  files: readonly FileToUpload<File>[],
): AssignedFile[] {
  const chosen = Map.groupBy(files, ({ name, file }) => keyOf(name, file.size))
  const left = Map.groupBy(sessions, ({ instanceName, fileSize }) => keyOf(instanceName, fileSize))
  return [...chosen].flatMap(([key, alike]) => pairFiles(left.get(key) ?? [], alike))
}

const keyOf = (name: string, size: number): string => `${size} ${nameKey(name)}`

/** Of one name and size. */
function pairFiles(sessions: readonly OpenUpload[], files: readonly FileToUpload<File>[]): AssignedFile[] {
  const free = new Set(files)
  const same = sessions
    .toSorted((a, b) => (b.receivedSize ?? 0) - (a.receivedSize ?? 0))
    .flatMap((session): AssignedFile[] => {
      const file = [...free].find(
        ({ lastModified }) => (session.lastModified ?? lastModified) === lastModified,
      )
      if (!file) return []
      free.delete(file)
      return [{ session, file, same: true }]
    })
  const [session, ...others] = sessions
  const [file] = files
  const onlyOne = same.length === 0 && others.length === 0
  return onlyOne && session && file ? [{ session, file, same: false }] : same
}
