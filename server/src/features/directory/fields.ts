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

export function readAccountName(value: string): string {
  const name = value.trim()
  if (name === '') refuseField('accountName', 'missing')
  if (!isAccountName(name)) refuseField('accountName', 'account_name')
  return name
}

/** Of a person: letters of any script (C16). */
export function readPersonName(field: 'userRealName' | 'userName', value: string): string {
  const name = value.trim()
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

export function readPhone(value: string): string {
  const phone = value.trim()
  if (phone !== '' && !PHONE.test(phone)) refuseField('phone', 'format')
  return phone
}

export function readEmail(value: string): string {
  const email = value.trim()
  if (email.length > EMAIL_MAX) refuseField('email', 'too_long')
  if (email !== '' && !IsEmail(email)) refuseField('email', 'format')
  return email
}

/** Bytes; null for unlimited. */
export const readCapacity = (value: number | 'unlimited'): number | null =>
  value === 'unlimited' ? null : value

/** Bytes a second; 0 for none, which is null. */
export function readSpeedLimit(value: number): number | null {
  if (value > 0 && value < LIMITS.speedLimitMin) refuseField('speedLimit', 'range')
  return value || null
}

/** Until when; null for good. */
export function readValidity(value: string): Date | null {
  if (value === 'forever') return null
  const date = readInstant('validUntil', value)
  if (date.getUTCFullYear() < 2000) refuseField('validUntil', 'range')
  return date
}

/** What was asked for a department: an id, or none where it is "0". */
export const readDepartmentId = (value: string): string | null => (value === '0' ? null : value)

export function readDepartmentName(value: string): string {
  const name = value.trim().normalize('NFC')
  if (name === '') refuseField('departmentName', 'missing')
  if (!isDepartmentName(name)) refuseField('departmentName', 'department_name')
  refuseInvisible('departmentName', name)
  return name
}

export function readRoleName(value: string): string {
  const name = value.trim()
  if (name === '') refuseField('roleName', 'missing')
  const fault = nameFault(name, LIMITS.roleNameMax)
  if (fault) refuseField('roleName', fault)
  return name
}

export function readDescription(value: string): string {
  const description = value.trim()
  if (CONTROL_IN_LINES.test(description)) refuseField('description', 'name_control')
  if (lengthOf(description) > LIMITS.groupDescriptionMax) refuseField('description', 'too_long')
  return description
}
