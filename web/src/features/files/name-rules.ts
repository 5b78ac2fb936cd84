import { type NameReason, nameReasonText } from '@clouddisk/contract/name-reasons'
import { folderNameFault, lengthOf, nameKey, renameFault, splitName } from '@clouddisk/contract/names'
import { language } from '../../lib/i18n.ts'
import { limits } from '../../lib/limits.ts'
import { t } from './strings.ts'

/** Validates names while typing; returns a message, or undefined if valid (C1, R138-R140). */

export interface NamedFile {
  readonly name: string
  readonly isFolder: boolean
}

/** @param siblings keys (`nameKey`) of names known to be taken. */
export function renameProblem(
  typed: string,
  current: NamedFile,
  siblings: ReadonlySet<string>,
): string | undefined {
  const { renameMax } = limits()
  const fault = renameFault(typed, current.name, current.isFolder, renameMax)
  if (fault) {
    const length = (whole: string) => lengthOf(current.isFolder ? whole : splitName(whole).base)
    return nameErrorText(fault, length(typed), Math.max(renameMax, length(current.name)))
  }
  const key = nameKey(typed)
  if (key !== nameKey(current.name) && siblings.has(key)) {
    return t(current.isFolder ? 'nameTakenFolder' : 'nameTakenFile')
  }
  return undefined
}

/** A new folder's name is trimmed first, so surrounding blanks are no error. */
export function newFolderProblem(typed: string, siblings: ReadonlySet<string>): string | undefined {
  const name = typed.trim()
  const { folderMax } = limits()
  const fault = folderNameFault(name, folderMax)
  if (fault) return nameErrorText(fault, lengthOf(name), folderMax)
  return siblings.has(nameKey(name)) ? t('nameTakenFolder') : undefined
}

function nameErrorText(fault: NameReason, length: number, max: number): string {
  if (fault === 'name_too_long') return t('nameTooLong', { max: Math.min(max, limits().nameMax), length })
  return nameReasonText(fault, language)
}

/** A free name for a new folder: 新建文件夹, 新建文件夹 (1) … */
export function freeFolderName(siblings: ReadonlySet<string>): string {
  const base = t('untitledFolder')
  for (let number = 0; ; number++) {
    const name = number === 0 ? base : `${base} (${number})`
    if (!siblings.has(nameKey(name))) return name
  }
}
