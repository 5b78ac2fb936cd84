import { splitName } from '@clouddisk/contract/names'
import iconv from 'iconv-lite'
import { headerOf, type WopiCall } from './wopi-call.ts'
import { refuseWopi } from './wopi-error.ts'

/** A name in a header, which is in UTF-7; undefined where the header is missing. */
export function nameHeader(call: WopiCall, header: string): string | undefined {
  const value = headerOf(call, header)
  if (value === undefined || value === '') return undefined
  const name = iconv.decode(Buffer.from(value, 'latin1'), 'utf-7').trim()
  return name === '' || name.includes('\ufffd') ? refuseName(name) : name
}

/** As names are in headers. */
export const utf7 = (name: string): string => iconv.encode(name, 'utf-7').toString('latin1')

export const refuseName = (reason: string): never =>
  refuseWopi(400, 'The name is not possible.', {
    headers: { 'x-wopi-invalidfilenameerror': reason.replaceAll(/[^ -~]/g, '').slice(0, 256) },
  })

/** The whole name where only an extension (`.pdf`) is suggested. */
export const suggestedName = (suggestion: string, name: string): string =>
  suggestion.startsWith('.') && !suggestion.slice(1).includes('.')
    ? `${splitName(name).base}${suggestion}`
    : suggestion
