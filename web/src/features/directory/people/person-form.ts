import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminPerson, createPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { isAccountName, isStrongPassword, lengthOf } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { limits } from '../../../lib/limits.ts'
import type { FormErrors } from '../../../ui/use-form.ts'
import { NO_DEPARTMENT } from '../data.ts'
import { bytesOfGb, bytesOfRate, dayInputOf, endOfTypedDay, gbText, isPast, rateText } from '../fields.ts'
import { t } from '../strings.ts'

/** Values, errors and input of the form of a person. Pure. */

export interface PersonValues {
  accountName: string
  userRealName: string
  userName: string
  phone: string
  email: string
  /** The server generates the password of a new person. An existing person keeps theirs if the field is empty. */
  madeUp: boolean
  password: string
  departmentId: string
  roles: readonly string[]
  capacity: string
  capacityUnlimited: boolean
  validUntil: string
  forever: boolean
  groupCapacity: string
  groupUnlimited: boolean
  speed: string
  speedUnlimited: boolean
}

/** @param departmentId of a new person. */
export function personFormValues(
  person: AdminPerson | undefined,
  departmentId: string = NO_DEPARTMENT,
): PersonValues {
  const size = (bytes: number | null) => (bytes === null ? '' : gbText(bytes))
  return {
    accountName: person?.accountName ?? '',
    userRealName: person?.userRealName ?? '',
    userName: person && person.userName !== person.userRealName ? person.userName : '',
    phone: person?.phone ?? '',
    email: person?.email ?? '',
    madeUp: person === undefined,
    password: '',
    departmentId: person ? (person.departmentId ?? NO_DEPARTMENT) : departmentId,
    roles: person ? person.roles.map(({ roleId }) => roleId) : ['default'],
    capacity: person ? size(person.totalCapacity) : gbText(limits().personCapacity),
    capacityUnlimited: person?.totalCapacity === null,
    validUntil: person?.validUntil ? dayInputOf(person.validUntil) : '',
    forever: person ? person.validUntil === null : true,
    groupCapacity: person ? size(person.groupCapacity) : gbText(limits().groupCapacity),
    groupUnlimited: person?.groupCapacity === null,
    speed: person?.speedLimit ? rateText(person.speedLimit) : '',
    speedUnlimited: !person?.speedLimit,
  }
}

/** In the order in which the fields stand. */
export function personErrors(values: PersonValues, person?: AdminPerson): FormErrors<PersonValues> {
  const before = personFormValues(person)
  const name = values.userRealName.trim()
  return {
    // One that came from elsewhere keeps what it has (C16).
    accountName:
      person && values.accountName === before.accountName
        ? undefined
        : accountError(values.accountName.trim()),
    userRealName:
      name === '' ? t('nameMissing') : lengthOf(name) > LIMITS.userNameMax ? t('nameTooLong') : undefined,
    phone:
      values.phone === '' || /^\+?[\d ()-]{3,32}$/.test(values.phone.trim()) ? undefined : t('phoneRule'),
    email:
      values.email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())
        ? undefined
        : t('emailRule'),
    password: passwordError(values, person),
    departmentId: values.departmentId === '' ? t('departmentMissing') : undefined,
    roles: values.roles.length === 0 ? t('rolesMissing') : undefined,
    capacity: values.capacityUnlimited
      ? undefined
      : sizeError(values.capacity, before.capacity, person?.usedCapacity ?? 0),
    validUntil: values.forever ? undefined : dayError(values.validUntil, before.validUntil),
    groupCapacity: values.groupUnlimited
      ? undefined
      : sizeError(values.groupCapacity, before.groupCapacity, person?.groupAllotted ?? 0),
    speed: values.speedUnlimited ? undefined : speedError(values.speed, before.speed),
  }
}

function accountError(account: string): string | undefined {
  if (account === '') return t('accountMissing')
  if (isAccountName(account)) return undefined
  const [bad] = /[^A-Za-z0-9_]/u.exec(account) ?? []
  return bad ? t('accountCharacter', { bad: bad === ' ' ? t('blank') : bad }) : t('accountRule')
}

function passwordError({ madeUp, password }: PersonValues, person?: AdminPerson): string | undefined {
  if (madeUp || (person && password === '')) return undefined
  if (password === '') return t('passwordMissing')
  if (isStrongPassword(password)) return undefined
  const missing = 3 - passwordClasses(password)
  return missing > 0
    ? t('passwordClasses', { count: missing })
    : t(lengthOf(password) > LIMITS.passwordMax ? 'passwordTooLong' : 'passwordTooShort')
}

/** Counts the classes it contains: upper case, lower case, digits, symbols. */
export const passwordClasses = (password: string): number =>
  [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((one) => one.test(password)).length

/** 0 to 4, as the bar below a new password shows it. */
export function passwordStrength(password: string): number {
  if (password === '') return 0
  const classes = passwordClasses(password)
  const length = lengthOf(password)
  if (!isStrongPassword(password)) return classes >= 2 ? 2 : 1
  return length >= 12 || classes === 4 ? 4 : 3
}

export function sizeError(text: string, before: string, used: number): string | undefined {
  if (text.trim() === '') return t('capacityMissing')
  const bytes = bytesOfGb(text)
  if (bytes === undefined) return t('capacityRule')
  return text !== before && bytes < used ? t('belowUsed', { used: formatSize(used) }) : undefined
}

function speedError(text: string, before: string): string | undefined {
  const isKnown = text !== '' && text === before
  if (isKnown || (bytesOfRate(text) ?? 0) >= LIMITS.speedLimitMin) return undefined
  return t('speedRule', { min: rateText(LIMITS.speedLimitMin) })
}

export function dayError(text: string, before: string): string | undefined {
  if (text.trim() === '') return t('dayMissing')
  if (endOfTypedDay(text) === undefined) return t('dayRule')
  return text !== before && isPast(text) ? t('dayPast') : undefined
}

const capacityOf = (text: string, unlimited: boolean) => (unlimited ? 'unlimited' : (bytesOfGb(text) ?? 0))
const validityOf = ({ forever, validUntil }: PersonValues) =>
  forever ? 'forever' : (endOfTypedDay(validUntil) ?? 'forever')

/** Input of a new person. */
export const newPersonInput = (values: PersonValues): Input<typeof createPerson> => ({
  accountName: values.accountName.trim(),
  userRealName: values.userRealName.trim(),
  userName: values.userName.trim(),
  phone: values.phone.trim(),
  email: values.email.trim(),
  ...(!values.madeUp && { password: values.password }),
  departmentId: values.departmentId,
  roles: [...values.roles],
  totalCapacity: capacityOf(values.capacity, values.capacityUnlimited),
  validUntil: validityOf(values),
  groupCapacity: capacityOf(values.groupCapacity, values.groupUnlimited),
  speedLimit: values.speedUnlimited ? 0 : (bytesOfRate(values.speed) ?? 0),
})

/** The changed fields only, so that concurrent changes of other fields are kept. */
export function personChanges(values: PersonValues, person: AdminPerson): Input<typeof updatePerson> {
  const before = personFormValues(person)
  const whole = newPersonInput(values)
  const differs = (...names: (keyof PersonValues)[]) =>
    names.some((name) =>
      name === 'roles'
        ? [...values.roles].sort().join() !== [...before.roles].sort().join()
        : values[name] !== before[name],
    )
  return {
    userId: person.userId,
    ...(differs('accountName') && { accountName: whole.accountName }),
    ...(differs('userRealName') && { userRealName: whole.userRealName }),
    ...(differs('userName', 'userRealName') && { userName: whole.userName }),
    ...(differs('phone') && { phone: whole.phone }),
    ...(differs('email') && { email: whole.email }),
    ...(values.password !== '' && { password: values.password }),
    ...(differs('departmentId') && { departmentId: whole.departmentId }),
    ...(differs('roles') && { roles: whole.roles }),
    ...(differs('capacity', 'capacityUnlimited') && { totalCapacity: whole.totalCapacity }),
    ...(differs('validUntil', 'forever') && { validUntil: whole.validUntil }),
    ...(differs('groupCapacity', 'groupUnlimited') && { groupCapacity: whole.groupCapacity }),
    ...(differs('speed', 'speedUnlimited') && { speedLimit: whole.speedLimit }),
  }
}

const FIELDS: Readonly<Record<string, keyof PersonValues>> = {
  accountName: 'accountName',
  userRealName: 'userRealName',
  userName: 'userName',
  phone: 'phone',
  email: 'email',
  password: 'password',
  departmentId: 'departmentId',
  roles: 'roles',
  totalCapacity: 'capacity',
  groupCapacity: 'groupCapacity',
  validUntil: 'validUntil',
  speedLimit: 'speed',
}
const OF_REFUSALS: Readonly<Record<string, keyof PersonValues>> = {
  name_taken: 'accountName',
  password_too_weak: 'password',
  below_used: 'capacity',
  roles_conflict: 'roles',
  department_needed: 'departmentId',
  last_admin: 'roles',
}

/** The field that shows a refusal; undefined if it concerns none. */
export function refusedField(error: unknown): keyof PersonValues | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { field } = error.details
  return (typeof field === 'string' ? FIELDS[field] : undefined) ?? OF_REFUSALS[error.name]
}
