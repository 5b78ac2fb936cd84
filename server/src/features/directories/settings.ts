import { X509Certificate } from 'node:crypto'
import {
  DIRECTORY_DEFAULTS,
  type DirectoryProtocol,
  type DirectorySettings,
} from '@clouddisk/contract/directory-settings'
import { FilterParser } from 'ldapts'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseField } from '../../errors/refusal.ts'
import type { LdapTarget } from './ldap/connection.ts'
import { isDn } from './ldap/dn.ts'

/** Settings of directories, checked; their passwords are sealed in the row. */

const ATTRIBUTE = /^[A-Za-z0-9][A-Za-z0-9.;-]*$/
const REQUIRED_ATTRIBUTES = ['idAttribute', 'accountAttribute', 'realNameAttribute'] as const
const OPTIONAL_ATTRIBUTES = [
  'userNameAttribute',
  'mailAttribute',
  'phoneAttribute',
  'departmentNameAttribute',
  'departmentAttribute',
  'groupMemberAttribute',
] as const
const REQUIRED_FILTERS = ['peopleFilter'] as const
const OPTIONAL_FILTERS = ['disabledFilter', 'groupFilter'] as const

/** What was there before or the protocol's defaults, with the changes; refuses what cannot be used. */
export function checkedSettings(
  protocol: DirectoryProtocol,
  before: DirectorySettings | undefined,
  changes: Partial<DirectorySettings>,
): DirectorySettings {
  const trimmed = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'departmentSeparator' ? value.trim() : value,
    ]),
  )
  const settings: DirectorySettings = { ...DIRECTORY_DEFAULTS[protocol], ...before, ...trimmed }
  if (protocol === 'scim') return checkedScim(settings)
  settings.url = checkedUrl(settings)
  for (const name of ['base', 'user'] as const) if (settings[name] === '') refuseField(name, 'missing')
  if (!isDn(settings.base)) refuseField('base', 'ldap_dn')
  for (const name of REQUIRED_ATTRIBUTES) if (settings[name] === '') refuseField(name, 'missing')
  for (const name of [...REQUIRED_ATTRIBUTES, ...OPTIONAL_ATTRIBUTES])
    if (settings[name] !== '' && !ATTRIBUTE.test(settings[name])) refuseField(name, 'ldap_attribute')
  checkFilters(settings)
  if (settings.departmentMode === 'attribute' && settings.departmentAttribute === '')
    refuseField('departmentAttribute', 'missing')
  if (settings.groupRoles.some(({ group }) => !isDn(group))) refuseField('groupRoles', 'ldap_dn')
  checkCertificates(settings.ca)
  return settings
}

/** A client sends people: nothing is connected to, and departments are paths in an attribute. */
function checkedScim(settings: DirectorySettings): DirectorySettings {
  if (settings.departmentMode === 'units') refuseField('departmentMode', 'unknown_value')
  if (settings.groupRoles.some(({ group }) => !isId(group))) refuseField('groupRoles', 'unknown_value')
  return { ...settings, url: '', schedule: 'off', createAtSignIn: false }
}

/** The port of the protocol where none is named; LDAPS is what the address says. */
function checkedUrl({ url, tls }: DirectorySettings): string {
  if (url === '') refuseField('url', 'missing')
  const parsed = URL.parse(url)
  if (!parsed || (parsed.protocol !== 'ldap:' && parsed.protocol !== 'ldaps:'))
    return refuseField('url', 'ldap_url')
  if (parsed.hostname === '' || !['', '/'].includes(parsed.pathname) || parsed.search || parsed.username)
    refuseField('url', 'ldap_url')
  if ((parsed.protocol === 'ldaps:') !== (tls === 'ldaps')) refuseField('tls', 'unknown_value')
  return `${parsed.protocol}//${parsed.host}`
}

function checkFilters(settings: DirectorySettings): void {
  const unitFilters = settings.departmentMode === 'units' ? (['departmentFilter'] as const) : []
  for (const name of [...REQUIRED_FILTERS, ...unitFilters])
    if (settings[name] === '') refuseField(name, 'missing')
  for (const name of [...REQUIRED_FILTERS, ...unitFilters, ...OPTIONAL_FILTERS]) {
    const filter = settings[name]
    if (filter !== '' && !isFilter(filter)) refuseField(name, 'ldap_filter')
  }
}

/** In parentheses, so that it can be joined with others. */
export function isFilter(filter: string): boolean {
  if (!filter.startsWith('(') || !filter.endsWith(')')) return false
  try {
    FilterParser.parseString(filter)
    return true
  } catch {
    return false
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

function checkCertificates(ca: string): void {
  if (ca === '') return
  const certificates = ca.match(CERTIFICATE) ?? []
  if (certificates.length === 0) refuseField('ca', 'pem_certificate')
  for (const certificate of certificates)
    try {
      new X509Certificate(certificate)
    } catch {
      refuseField('ca', 'pem_certificate')
    }
}

const keyOf = ({ secrets }: Pick<Context, 'secrets'>) => secrets.subKey('directory passwords')

export const sealPassword = (ctx: Context, directoryId: string, password: string): Buffer =>
  seal(keyOf(ctx), directoryId, password)

export const targetOf = (
  ctx: Context,
  {
    id,
    settings,
    password,
  }: { readonly id: string; readonly settings: DirectorySettings; readonly password: Buffer | null },
): LdapTarget => ({ ...settings, password: password === null ? '' : unseal(keyOf(ctx), id, password) })

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** People's passwords are not sent in the clear over a network. */
export const mayVerifyPasswords = ({ tls, url }: Pick<DirectorySettings, 'tls' | 'url'>): boolean =>
  tls !== 'none' || LOOPBACK.test(URL.parse(url)?.hostname ?? '')
