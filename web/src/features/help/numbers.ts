import { FEEDBACK_TEXT_MAX } from '@clouddisk/contract/feedback'
import { IMPORT_REPORT_DAYS } from '@clouddisk/contract/imports'
import { LIBRARY_UPLOADS_MAX, VALUES_ROWS_MAX } from '@clouddisk/contract/libraries'
import type { Limits } from '@clouddisk/contract/limits'
import { DAY, HOUR } from '@clouddisk/contract/time'

/** Numbers in the help are those in force: `{{fileMax}}` in a text. */

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
const size = (bytes: number): string => {
  let [value, unit] = [bytes, 0]
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1]
  return `${Math.round(value * 100) / 100} ${UNITS[unit]}`
}
const count = (value: number): string => value.toLocaleString('en-US')

export const NUMBERS = {
  fileMax: (limits) => size(limits.fileBytesMax),
  batchMax: (limits) => size(limits.batchBytesMax),
  filesMax: (limits) => count(limits.uploadFilesWeb),
  askFiles: (limits) => count(limits.manyFilesPrompt),
  askSize: (limits) => size(limits.largeFilePrompt),
  partSize: (limits) => size(limits.partBytes),
  partsAtOnce: (limits) => count(limits.partsInFlight),
  keptDays: (limits) => count(limits.uploadKeptMs / DAY),
  finishedDays: (limits) => count(limits.finishedRecordMs / DAY),
  downloadMax: (limits) => count(limits.downloadFilesMax),
  nameMax: (limits) => count(limits.nameMax),
  renameMax: (limits) => count(limits.renameMax),
  folderMax: (limits) => count(limits.folderMax),
  depthMax: (limits) => count(limits.depthMax),
  itemsMax: (limits) => count(limits.batchMax),
  trashDays: (limits) => count(limits.trashDays),
  adminTrashDays: (limits) => count(limits.secondTrashDays),
  versionsKept: (limits) => count(limits.versionsKept),
  versionDays: (limits) => count(limits.versionDays),
  editMax: (limits) => size(limits.textEditBytesMax),
  previewMax: (limits) => size(limits.previewBytesMax),
  pixelsMax: (limits) => count(limits.previewPixelsMax),
  searchMax: (limits) => count(limits.searchMax),
  recipientsMax: (limits) => count(limits.recipientsMax),
  handoverDays: (limits) => count(limits.handoverDays),
  dissolveDays: (limits) => count(limits.dissolveDays),
  leaverDays: (limits) => count(limits.leaverDays),
  libraryFiles: () => count(LIBRARY_UPLOADS_MAX),
  libraryRows: () => count(VALUES_ROWS_MAX),
  groupNameMax: (limits) => count(limits.groupNameMax),
  passwordMin: (limits) => count(limits.passwordMin),
  idleHours: (limits) => count(limits.sessionIdleMs / HOUR),
  sessionDays: (limits) => count(limits.sessionMaxMs / DAY),
  exportMax: (limits) => count(limits.logExportMax),
  labelsMax: (limits) => count(limits.labelsMax),
  labelMax: (limits) => count(limits.labelMax),
  reportDays: () => count(IMPORT_REPORT_DAYS),
  feedbackMax: () => count(FEEDBACK_TEXT_MAX),
} as const satisfies Record<string, (limits: Limits) => string>

export const fillNumbers = (text: string, limits: Limits): string =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => {
    const number = (NUMBERS as Record<string, (limits: Limits) => string>)[name]
    return number ? number(limits) : hole
  })
