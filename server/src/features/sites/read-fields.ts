import type { BadFieldReason } from '@clouddisk/contract/errors'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import {
  hostAndPort,
  isPageAddress,
  isServerAddress,
  isWebAddress,
  SERVER_ADDRESS_MAX,
} from '@clouddisk/contract/server-addresses'
import { isId } from '../../db/ids.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'

/** Fields that the forms of nodes, clusters, sites and clouds have in common. Each refuses with its field. */

/** A name or a remark, in one line; "" where it may be missing. */
export function readLine(field: string, value: string | undefined, max: number): string {
  const line = (value ?? '').trim()
  if (nameFault(line, Number.POSITIVE_INFINITY) === 'name_control') refuseField(field, 'name_control')
  if (lengthOf(line) > max) refuseField(field, 'too_long')
  return line
}

/** A name that people tell things apart by. */
export function readName(field: string, value: string, max: number): string {
  const name = readLine(field, value, max)
  if (name === '') refuseField(field, 'missing')
  const fault = nameFault(name, Number.POSITIVE_INFINITY)
  if (fault === 'name_invisible' || fault === 'name_invisible_end') refuseField(field, fault)
  return name
}

export const readServerAddress = (field: string, value: string | undefined): string =>
  readAddress(field, value, { fits: isServerAddress, reason: 'server_address' })

export const readWebAddress = (field: string, value: string | undefined): string =>
  readAddress(field, value, { fits: isWebAddress, reason: 'web_address' })

/** With a port. */
export const readHostAndPort = (field: string, value: string | undefined): string =>
  readAddress(field, value, {
    fits: (text) => hostAndPort(text)?.port !== undefined,
    reason: 'host_and_port',
  })

function readAddress(
  field: string,
  value: string | undefined,
  { fits, reason }: { fits: (text: string) => boolean; reason: BadFieldReason },
): string {
  const address = (value ?? '').trim()
  if (address.length > SERVER_ADDRESS_MAX) refuseField(field, 'too_long')
  return address === '' || fits(address) ? address : refuseField(field, reason)
}

/** The origin; null where none is given. */
export function readPageAddress(field: string, value: string | undefined): string | null {
  const text = readAddress(field, value, { fits: isPageAddress, reason: 'page_address' })
  return text === '' ? null : new URL(text).origin
}

/** Ids, each once. */
export function readIds(ids: readonly string[], what: 'node' | 'cluster'): string[] {
  if (!ids.every(isId)) refuseNotFound(what)
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
