import type { UploadError, UploadItem } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatDuration } from '@clouddisk/contract/format-pace'
import { language } from '../../lib/i18n.ts'
import { t as e } from './error-strings.ts'
import { t } from './strings.ts'

/** Cause and remedy of an error (A§8, DESIGN.md section 5). */
export interface ErrorMessage {
  /** The code shown in brackets; null for none. */
  readonly code: string | null
  readonly cause: string
  readonly remedy: string
}

/** If online and nothing gets through, the server is unreachable. */
export const isNetworkUp = (): boolean => navigator.onLine === true

type SentShare = Pick<UploadItem, 'percentage'>

/** Codes whose message is the same for every file. */
const FIXED_CODES = ['101', '102', '201', '202', '203', '301', '302', '304'] as const

export function transferErrorMessage(error: UploadError, sent: SentShare): ErrorMessage {
  if (error.name === 'upload_ended') return { code: null, cause: e('eEnded'), remedy: e('eEndedDo') }
  const noRoom = noSpaceMessage(error)
  if (noRoom) return noRoom
  const fixed = FIXED_CODES.find((code) => code === error.code)
  if (fixed) return { code: fixed, cause: e(`e${fixed}`), remedy: e(`e${fixed}do`) }
  switch (error.code) {
    case '002':
      // The server's message names the full space.
      return { ...serverMessage(error, missingBytesText(error), e('e002do')), code: '002' }
    case '303':
    case '305':
      return { code: error.code, cause: partText(error.code, error, sent), remedy: e(`e${error.code}do`) }
    default:
      return messageWithoutCode(error)
  }
}

/** Independent of the step that failed. Not for folders, which are not created again automatically. */
function noSpaceMessage({ name, code, errcode }: UploadError): ErrorMessage | null {
  if (code === 'folderNotCreated') return null
  const number = errcode === null ? null : String(errcode)
  if (name === 'disk_full') return { code: number, cause: e('eDiskFull'), remedy: e('eDiskFullDo') }
  if (name === 'storage_full') return { code: number, cause: e('eStorageFull'), remedy: e('eStorageFullDo') }
  return null
}

/** Errors whose cause the browser knows. */
const LOCAL_ERRORS: Partial<Record<UploadError['code'], readonly [cause: string, remedy: string]>> = {
  arrayOutOfBounds: [e('eArrayOutOfBounds'), e('eAgainDo')],
  missingFileInformation: [e('eMissingFileInformation'), e('eFileDo')],
  fileMissing: [e('eFileMissing'), e('eFileDo')],
  fragmentInfoNotSaved: [e('eFragmentInfoNotSaved'), e('eAgainDo')],
  lostPartInformation: [e('eLostPartInformation'), e('eAgainDo')],
  pageTooOld: [e('ePageTooOld'), e('ePageTooOldDo')],
  unreachable: [e('eUnreachable'), e('eUnreachableDo')],
}

function messageWithoutCode(error: UploadError): ErrorMessage {
  const [cause, remedy] = LOCAL_ERRORS[error.code] ?? []
  if (cause !== undefined && remedy !== undefined) return { code: null, cause, remedy }
  if (error.code === 'security') return serverMessage(error, e('eSecurity'), e('eSecurityDo'))
  if (error.code === 'folderNotCreated') return serverMessage(error, e('eFolderNotCreated'), e('eAgainDo'))
  return serverMessage(error, e('eRefused'), e('eRefusedDo'))
}

const missingBytesText = ({ details }: UploadError): string =>
  typeof details.missing === 'number' ? e('e002', { missing: formatSize(details.missing) }) : e('e002plain')

function partText(code: '303' | '305', { details }: UploadError, { percentage }: SentShare): string {
  const percent = Math.floor(percentage)
  return typeof details.part === 'number'
    ? e(`e${code}part`, { part: details.part, percent })
    : e(`e${code}`, { percent })
}

/** Splits the server's message, in the page's language, into its first sentence (cause) and the rest (remedy). */
function serverMessage({ message, errcode }: UploadError, cause: string, remedy: string): ErrorMessage {
  const code = errcode === null ? null : String(errcode)
  if (!message) return { code, cause, remedy }
  const plain = message.replace(/^\[\w+\]\s*/, '')
  const end = plain.search(/[。！？]|[.!?](?=\s)/) + 1
  if (end <= 0 || end >= plain.length) return { code, cause: plain, remedy: '' }
  return { code, cause: plain.slice(0, end).trim(), remedy: plain.slice(end).trim() }
}

/** Cause and remedy in one line, without the code. */
export function errorLine(error: UploadError, sent: SentShare): string {
  const { cause, remedy } = transferErrorMessage(error, sent)
  return [cause, remedy].filter(Boolean).join(language === 'zh-CN' ? '' : ' ')
}

/** Whether the list shows the code (A§8); other error numbers are shown in the details only. */
export const isShownCode = (code: string | null): code is string => code !== null && /^\d{3}$/.test(code)

/** `2.00 / 3.20 GB`: the unit once, of the whole. */
export function sizeProgress(done: number, total: number): string {
  const whole = formatSize(total)
  const unit = whole.split(' ')[1] ?? 'B'
  const step = 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit)
  const part = unit === 'B' ? String(Math.round(done)) : (done / step).toFixed(2)
  return t('sizeOf', { done: part, total: whole })
}

/** With one decimal; 100 only when complete. */
export const percentOf = (value: number): string =>
  `${(value >= 100 ? 100 : Math.min(99.9, Math.floor(value * 10) / 10)).toFixed(1)}%`

/** A date without its year: `11-27`, `27 Nov`. */
export function shortDate(iso: string): string {
  const date = new Date(iso)
  if (language === 'en-US') return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** Rounded to minutes between two minutes and an hour. @param seconds */
export function aboutDuration(seconds: number): string {
  if (seconds < 120 || seconds >= 3600) return formatDuration(Math.max(1, seconds), language)
  return t('aboutMinutes', { count: Math.round(seconds / 60) })
}
