import { LIMITS } from '@clouddisk/contract/limits'
import { isAccountName, isDepartmentName, lengthOf, nameFault } from '@clouddisk/contract/names'
import { IsEmail } from 'typebox/format'
import { refuseField } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'

/** What the fields of people, departments and roles may hold (B§5, C16, G20), by the names that the wire gives them. */

const PHONE = /^\+?[\d ()-]{3,32}$/
const EMAIL_MAX = 254
/** Lines may be broken in a description. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

export function readAccountName(given: string): string {
  const name = given.trim()
  if (name === '') refuseField('accountName', 'missing')
  if (!isAccountName(name)) refuseField('accountName', 'account_name')
  return name
}

/** Of a person: letters of any script (C16). */
export function readPersonName(field: 'userRealName' | 'userName', given: string): string {
  const name = given.trim()
  if (name === '') refuseField(field, 'missing')
  refuseInvisible(field, name)
  if (lengthOf(name) > LIMITS.userNameMax) refuseField(field, 'too_long')
  return name
}

/** What is not seen of a name, or changes how others are seen, is in none. */
function refuseInvisible(field: string, name: string): void {
  const fault = nameFault(name, Number.POSITIVE_INFINITY)
  if (fault === 'name_control' || fault === 'name_invisible') refuseField(field, fault)
}

export function readPhone(given: string): string {
  const phone = given.trim()
  if (phone !== '' && !PHONE.test(phone)) refuseField('phone', 'format')
  return phone
}

export function readEmail(given: string): string {
  const email = given.trim()
  if (email.length > EMAIL_MAX) refuseField('email', 'too_long')
  if (email !== '' && !IsEmail(email)) refuseField('email', 'format')
  return email
}

/** Bytes; null for unlimited. */
export const readCapacity = (given: number | 'unlimited'): number | null =>
  given === 'unlimited' ? null : given

/** Bytes a second; 0 for none, which is null. */
export function readSpeedLimit(given: number): number | null {
  if (given > 0 && given < LIMITS.speedLimitMin) refuseField('speedLimit', 'range')
  return given || null
}

/** Until when; null for good. */
export function readValidity(given: string): Date | null {
  if (given === 'forever') return null
  const date = readInstant('validUntil', given)
  if (date.getUTCFullYear() < 2000) refuseField('validUntil', 'range')
  return date
}

/** What was asked for a department: an id, or none where it is "0". */
export const readDepartmentId = (given: string): string | null => (given === '0' ? null : given)

export function readDepartmentName(given: string): string {
  const name = given.trim().normalize('NFC')
  if (name === '') refuseField('departmentName', 'missing')
  if (!isDepartmentName(name)) refuseField('departmentName', 'department_name')
  refuseInvisible('departmentName', name)
  return name
}

export function readRoleName(given: string): string {
  const name = given.trim()
  if (name === '') refuseField('roleName', 'missing')
  const fault = nameFault(name, LIMITS.roleNameMax)
  if (fault) refuseField('roleName', fault)
  return name
}

export function readDescription(given: string): string {
  const description = given.trim()
  if (CONTROL_IN_LINES.test(description)) refuseField('description', 'name_control')
  if (lengthOf(description) > LIMITS.groupDescriptionMax) refuseField('description', 'too_long')
  return description
}
