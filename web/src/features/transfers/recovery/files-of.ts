import type { NewFile } from '@clouddisk/client/uploads/state'
import { nameKey } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'

export interface Chosen {
  readonly session: OpenUpload
  readonly file: NewFile<File>
  /** Of the same time, as far as the session knows of one. */
  readonly same: boolean
}

/**
 * Which file is whose, by name, size and time; each goes with one of them, the one of which most came. One of another
 * time goes only with what no other could be: else a file might take the place of its namesake. Pure.
 */
export function filesOf(sessions: readonly OpenUpload[], files: readonly NewFile<File>[]): Chosen[] {
  const left = new Set(files)
  const take = (session: OpenUpload, fits: (file: NewFile<File>) => boolean): Chosen[] => {
    const file = [...left].find((one) => isOf(session, one) && fits(one))
    if (!file) return []
    left.delete(file)
    return [{ session, file, same: isSame(session, file) }]
  }
  const most = sessions.toSorted((a, b) => (b.receivedSize ?? 0) - (a.receivedSize ?? 0))
  const same = most.flatMap((session) => take(session, (file) => isSame(session, file)))
  const alone = sessions.filter((session) => sessions.filter((other) => isAlike(session, other)).length === 1)
  const others = alone
    .filter((session) => !same.some((one) => one.session === session))
    .flatMap((session) => take(session, () => true))
  return [...same, ...others]
}

const isOf = ({ instanceName, fileSize }: OpenUpload, { name, file }: NewFile<File>): boolean =>
  nameKey(name) === nameKey(instanceName) && file.size === fileSize

const isSame = ({ lastModified }: OpenUpload, file: NewFile<File>): boolean =>
  lastModified === null || lastModified === file.lastModified

const isAlike = (a: OpenUpload, b: OpenUpload): boolean =>
  nameKey(a.instanceName) === nameKey(b.instanceName) && a.fileSize === b.fileSize
