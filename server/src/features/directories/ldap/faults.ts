import type { DirectoryFault } from '@clouddisk/contract/directory-words'
import { ResultCodeError } from 'ldapts'
import { Refusal } from '../../../errors/refusal.ts'

/** Why a directory could not be read. */
export class LdapFault extends Error {
  readonly fault: DirectoryFault
  readonly details: Readonly<Record<string, unknown>>

  constructor(fault: DirectoryFault, details: Readonly<Record<string, unknown>> = {}) {
    super(fault)
    this.fault = fault
    this.details = details
  }
}

export const faultRefusal = ({ fault, details }: LdapFault): Refusal =>
  new Refusal('directory_failed', { fault, ...details })

/** Result codes of RFC 4511 that an administrator can do something about. */
const RESULTS: Readonly<Record<number, DirectoryFault>> = {
  3: 'silent',
  4: 'limit',
  8: 'confidentiality',
  11: 'limit',
  13: 'confidentiality',
  32: 'base',
  34: 'base',
  48: 'credentials',
  49: 'credentials',
  50: 'rights',
}

const CODES: Readonly<Record<string, DirectoryFault>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ETIMEDOUT: 'silent',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
}

/** Certificates are refused with codes of OpenSSL, and a name that differs with one of Node's. */
const CERTIFICATE = /CERT|ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_|SELF_SIGNED/

export function toFault(error: unknown, { base }: { readonly base: string }): LdapFault {
  if (error instanceof LdapFault) return error
  if (error instanceof ResultCodeError) {
    const fault = RESULTS[error.code] ?? 'answer'
    return new LdapFault(fault, { code: error.code, name: fault === 'base' ? base : error.name })
  }
  if (!(error instanceof Error)) return new LdapFault('network', { code: '-' })
  const code = 'code' in error ? String(error.code) : ''
  if (CERTIFICATE.test(code)) return new LdapFault('certificate', { code })
  if (/^ERR_(SSL|TLS)/.test(code) || code === 'EPROTO') return new LdapFault('tls')
  const known = CODES[code]
  if (known) return new LdapFault(known)
  if (/timeout/i.test(error.message)) return new LdapFault('silent')
  if (/^(Socket error|Connection closed)/i.test(error.message)) return new LdapFault('cut')
  if (code) return new LdapFault('network', { code })
  throw error
}
