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

export function transferErrorMessage(error: UploadError, sent: SentShare): ErrorMessage {
  if (error.name === 'upload_ended') return { code: null, cause: e('eEnded'), remedy: e('eEndedDo') }
  const noRoom = noSpaceMessage(error)
  if (noRoom) return noRoom
  switch (error.code) {
    case '002':
      // The server says whose space is full; what is known by itself is that it is.
      return { ...serverMessage(error, missingBytesText(error), e('e002do')), code: '002' }
    case '101':
      return { code: '101', cause: e('e101'), remedy: e('e101do') }
    case '102':
      return { code: '102', cause: e('e102'), remedy: e('e102do') }
    case '201':
      return { code: '201', cause: e('e201'), remedy: e('e201do') }
    case '202':
      return { code: '202', cause: e('e202'), remedy: e('e202do') }
    case '203':
      return { code: '203', cause: e('e203'), remedy: e('e203do') }
    case '301':
      return { code: '301', cause: e('e301'), remedy: e('e301do') }
    case '302':
      return { code: '302', cause: e('e302'), remedy: e('e302do') }
    case '303':
      return { code: '303', cause: partText('e303', error, sent), remedy: e('e303do') }
    case '304':
      return { code: '304', cause: e('e304'), remedy: e('e304do') }
    case '305':
      return { code: '305', cause: partText('e305', error, sent), remedy: e('e305do') }
    default:
      return messageWithoutCode(error)
  }
}

/** Whichever step has met it: the step's own number and remedy would only mislead. Folders are not made by themselves later. */
function noSpaceMessage({ name, code, errcode }: UploadError): ErrorMessage | null {
  if (code === 'folderNotCreated') return null
  const number = errcode === null ? null : String(errcode)
  if (name === 'disk_full') return { code: number, cause: e('eDiskFull'), remedy: e('eDiskFullDo') }
  if (name === 'storage_full') return { code: number, cause: e('eStorageFull'), remedy: e('eStorageFullDo') }
  return null
}

function messageWithoutCode(error: UploadError): ErrorMessage {
  const own = (cause: string, remedy: string): ErrorMessage => ({ code: null, cause, remedy })
  switch (error.code) {
    case 'arrayOutOfBounds':
      return own(e('eArrayOutOfBounds'), e('eAgainDo'))
    case 'missingFileInformation':
      return own(e('eMissingFileInformation'), e('eFileDo'))
    case 'fileMissing':
      return own(e('eFileMissing'), e('eFileDo'))
    case 'fragmentInfoNotSaved':
      return own(e('eFragmentInfoNotSaved'), e('eAgainDo'))
    case 'lostPartInformation':
      return own(e('eLostPartInformation'), e('eAgainDo'))
    case 'pageTooOld':
      return own(e('ePageTooOld'), e('ePageTooOldDo'))
    case 'unreachable':
      return own(e('eUnreachable'), e('eUnreachableDo'))
    case 'security':
      return serverMessage(error, e('eSecurity'), e('eSecurityDo'))
    case 'folderNotCreated':
      return serverMessage(error, e('eFolderNotCreated'), e('eAgainDo'))
    default:
      return serverMessage(error, e('eRefused'), e('eRefusedDo'))
  }
}

const missingBytesText = ({ details }: UploadError): string =>
  typeof details.missing === 'number' ? e('e002', { missing: formatSize(details.missing) }) : e('e002plain')

function partText(key: 'e303' | 'e305', { details }: UploadError, { percentage }: SentShare): string {
  const percent = Math.floor(percentage)
  return typeof details.part === 'number'
    ? e(`${key}part`, { part: details.part, percent })
    : e(key, { percent })
}

/** The server's answer is a sentence for the cause and one for the remedy, in the page's language. */
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

/** `303`: one of the numbers that A§8 has the list of transfers show; those of the catalogue are for the details alone. */
export const isShownCode = (code: string | null): code is string => code !== null && /^\d{3}$/.test(code)

/** `2.00 / 3.20 GB`: the unit once, of the whole. */
export function sizeProgress(done: number, total: number): string {
  const whole = formatSize(total)
  const unit = whole.split(' ')[1] ?? 'B'
  const step = 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit)
  const part = unit === 'B' ? String(Math.round(done)) : (done / step).toFixed(2)
  return t('sizeOf', { done: part, total: whole })
}

/** One decimal, and 100 only when all of it is there. */
export const percentOf = (value: number): string =>
  `${(value >= 100 ? 100 : Math.min(99.9, Math.floor(value * 10) / 10)).toFixed(1)}%`

/** `11-27`, `27 Nov`: a day that is near. */
export function shortDate(iso: string): string {
  const date = new Date(iso)
  if (language === 'en-US') return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  return [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** About how long: whole minutes between two minutes and an hour. Seconds. */
export function aboutDuration(seconds: number): string {
  if (seconds < 120 || seconds >= 3600) return formatDuration(Math.max(1, seconds), language)
  return t('aboutMinutes', { count: Math.round(seconds / 60) })
}
