import type { ScimValue } from './values.ts'

/** A user as a client describes them: the attributes that are kept (RFC 7643, 4.1 and 4.3). */

export interface ScimName {
  readonly formatted?: string
  readonly familyName?: string
  readonly givenName?: string
}

export interface UserResource {
  readonly userName: string
  readonly externalId?: string
  readonly active: boolean
  readonly displayName?: string
  readonly name?: ScimName
  readonly emails?: readonly ScimValue[]
  readonly phoneNumbers?: readonly ScimValue[]
  /** Of the enterprise extension. */
  readonly department?: string
}

const HAN = /^\p{Script=Han}+$/u

/** As people write it: `formatted`, or its parts; family name first where it is written in Han characters. */
export function realNameOf({ name, displayName, userName }: UserResource): string {
  if (name?.formatted) return name.formatted
  const { familyName = '', givenName = '' } = name ?? {}
  if (familyName !== '' && givenName !== '' && HAN.test(familyName + givenName)) return familyName + givenName
  return [givenName, familyName].filter((part) => part !== '').join(' ') || displayName || userName
}

/** The one that is primary, or else the first of the best kind. */
export function bestOf(elements: readonly ScimValue[] | undefined, types: readonly string[]): string {
  const all = elements ?? []
  const ranked = [
    all.find(({ primary }) => primary === true),
    ...types.map((type) => all.find((one) => one.type?.toLowerCase() === type)),
    all[0],
  ]
  return ranked.find((one) => one !== undefined)?.value ?? ''
}

/** Without the scheme of RFC 3966 and an extension. */
export const plainPhone = (phone: string): string =>
  phone
    .replace(/^tel:/i, '')
    .replace(/;.*$/, '')
    .replace(/[.\u2010-\u2015]/g, '-')
