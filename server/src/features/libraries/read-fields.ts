import {
  ICON_KINDS,
  iconType,
  isLibraryCode,
  LIBRARY_DESCRIPTION_MAX,
  LIBRARY_NAME_MAX,
  type saveLibrary,
} from '@clouddisk/contract/admin-libraries'
import type { BadFieldReason } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import pg from 'pg'
import { Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import type { Icon } from './store.ts'

/** Fields of libraries, categories and attributes. Each refuses with its field. */

/** A name that is a folder's too. */
export function readFolderName(field: string, text: string, max: number, reason: BadFieldReason): string {
  const name = text.trim()
  if (name === '' || lengthOf(name) > max) refuseField(field, reason)
  const fault = nameFault(name)
  if (fault) refuseField(field, fault)
  return name
}

export const readLibraryName = (text: string): string =>
  readFolderName('libraryName', text, LIBRARY_NAME_MAX, 'library_name')

export function readCode(text: string): string {
  const code = text.trim()
  return isLibraryCode(code) ? code : refuseField('code', 'library_code')
}

export function readDescription(text: string): string {
  const description = text.trim()
  if (description === '') refuseField('description', 'missing')
  if (lengthOf(description) > LIBRARY_DESCRIPTION_MAX) refuseField('description', 'too_long')
  return description
}

/** Checked by their bytes, whatever they are called. `all`: each kind is needed. */
export function readIcons(icons: Input<typeof saveLibrary>['icons'], all: boolean): Icon[] {
  return ICON_KINDS.flatMap((kind) => {
    const text = icons?.[kind]
    const field = `icons.${kind}`
    if (text === undefined) return all ? refuseField(field, 'missing') : []
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length > LIMITS.iconBytesMax) refuseField(field, 'icon_size')
    return { kind, bytes, contentType: iconType(bytes) ?? refuseField(field, 'icon_type') }
  })
}

const UNIQUE = '23505'

/** Runs `work`, and refuses the code or the name where a unique constraint does. */
export async function refusingTaken<T>(
  { name, code }: { name?: string | undefined; code?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE) throw error
    const constraint = error.constraint ?? ''
    if (constraint.endsWith('_code_taken')) throw new Refusal('code_taken', { code })
    if (constraint.endsWith('_name_taken')) refuse('name_taken', { name })
    throw error
  }
}
