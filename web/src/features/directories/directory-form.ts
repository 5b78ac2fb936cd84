import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminDirectory, saveDirectory } from '@clouddisk/contract/directories'
import {
  DIRECTORY_DEFAULTS,
  type DirectoryProtocol,
  type DirectorySettings,
} from '@clouddisk/contract/directory-settings'
import type { Input } from '@clouddisk/contract/route'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** A directory as its form has it. */

export interface DirectoryValues
  extends Omit<DirectorySettings, 'capacity' | 'guardShare' | 'guardLeast' | 'departmentParentId'> {
  code: string
  name: string
  protocol: DirectoryProtocol
  password: string
  /** GB; '' is unlimited. */
  capacity: string
  guardShare: string
  guardLeast: string
  /** '0' is the top. */
  departmentParentId: string
}

const GB = 1024 ** 3

export function directoryValues(
  directory: AdminDirectory | undefined,
  protocol: DirectoryProtocol = 'ldap',
): DirectoryValues {
  const settings = directory?.settings ?? DIRECTORY_DEFAULTS[protocol]
  return {
    ...settings,
    code: directory?.code ?? '',
    name: directory?.name ?? '',
    protocol: directory?.protocol ?? protocol,
    password: '',
    capacity: settings.capacity === null ? '' : String(settings.capacity / GB),
    guardShare: String(settings.guardShare),
    guardLeast: String(settings.guardLeast),
    departmentParentId: settings.departmentParentId ?? '0',
  }
}

/** Attributes and filters that a protocol begins with; what else was typed stays. */
export function withProtocol(values: DirectoryValues, protocol: DirectoryProtocol): DirectoryValues {
  const { peopleFilter, idAttribute, accountAttribute, realNameAttribute, userNameAttribute, groupFilter } =
    DIRECTORY_DEFAULTS[protocol]
  const { departmentMode } = DIRECTORY_DEFAULTS[protocol]
  const isOtherKind = (values.protocol === 'scim') !== (protocol === 'scim')
  return {
    ...values,
    protocol,
    ...(isOtherKind && { departmentMode }),
    peopleFilter,
    idAttribute,
    accountAttribute,
    realNameAttribute,
    userNameAttribute,
    groupFilter,
  }
}

const required = (value: string): string | undefined => (value.trim() === '' ? t('required') : undefined)

const wholeNumber = (text: string, min: number, max: number): string | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
    ? undefined
    : t('outOfRange', { min, max })

/** @param before what was saved; a new one needs a password. */
export const directoryErrors =
  (before: AdminDirectory | undefined) =>
  (values: DirectoryValues): FormErrors<DirectoryValues> => ({
    // In the order of the fields: the first wrong one is focused.
    code: required(values.code),
    name: required(values.name),
    ...(values.protocol !== 'scim' && ldapErrors(before, values)),
    capacity: values.capacity.trim() === '' ? undefined : wholeNumber(values.capacity, 1, 1_000_000),
    guardShare: wholeNumber(values.guardShare, 1, 100),
    guardLeast: wholeNumber(values.guardLeast, 1, 1_000_000),
  })

const ldapErrors = (
  before: AdminDirectory | undefined,
  values: DirectoryValues,
): FormErrors<DirectoryValues> => ({
  url: urlError(values),
  base: required(values.base),
  user: required(values.user),
  password:
    values.password === '' && (!before?.hasPassword || before.settings.url !== values.url.trim())
      ? t(before?.hasPassword ? 'passwordForAddress' : 'required')
      : undefined,
  peopleFilter: required(values.peopleFilter),
  idAttribute: required(values.idAttribute),
  accountAttribute: required(values.accountAttribute),
  realNameAttribute: required(values.realNameAttribute),
})

function urlError({ url, tls }: DirectoryValues): string | undefined {
  if (url.trim() === '') return t('required')
  const parsed = URL.parse(url.trim())
  if (parsed?.protocol !== 'ldap:' && parsed?.protocol !== 'ldaps:') return t('urlWrong')
  if ((parsed.protocol === 'ldaps:') !== (tls === 'ldaps'))
    return t(tls === 'ldaps' ? 'urlNeedsLdaps' : 'urlNeedsLdap')
  return undefined
}

export function directoryInput(
  values: DirectoryValues,
  directoryId: string | undefined,
): Input<typeof saveDirectory> {
  const {
    code,
    name,
    protocol,
    password,
    capacity,
    guardShare,
    guardLeast,
    departmentParentId,
    ...settings
  } = values
  return {
    ...(directoryId !== undefined && { directoryId }),
    code,
    name,
    protocol,
    ...(password !== '' && { password }),
    settings: {
      ...settings,
      capacity: capacity.trim() === '' ? null : Number(capacity) * GB,
      guardShare: Number(guardShare),
      guardLeast: Number(guardLeast),
      departmentParentId: departmentParentId === '0' || departmentParentId === '' ? null : departmentParentId,
    },
  }
}

/** The field that a refusal is about. */
export function refusedField(error: unknown, values: DirectoryValues): keyof DirectoryValues | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'name_taken') return 'code'
  const { field } = error.details
  return typeof field === 'string' && Object.hasOwn(values, field)
    ? (field as keyof DirectoryValues)
    : undefined
}
