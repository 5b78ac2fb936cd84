import { refuse } from '../../../errors/refusal.ts'
import {
  attributeOf,
  childNamed,
  childrenNamed,
  childrenOf,
  InvalidXml,
  isElement,
  textOf,
  wholeTextOf,
  type XmlElement,
} from '../xml.ts'
import { ASSERTION, BEARER, TRANSIENT } from './names.ts'
import type { SamlName } from './requests.ts'

/** What a signed assertion says, and whether it says it to us, now. */

export interface ExpectedAssertion {
  /** The provider's entity ID, and ours. */
  readonly issuer: string
  readonly audience: string
  readonly acs: string
  readonly requestId: string | undefined
  readonly now: Date
  /** When our request was made. */
  readonly askedAt: Date | undefined
  readonly toleranceMs: number
}

export interface Assertion {
  readonly id: string
  readonly name: SamlName
  readonly sessionIndex: string | undefined
  /** ms since the epoch. */
  readonly authenticatedAt: number | undefined
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** From when on it is not taken any more. */
  readonly endsAt: Date
}

/** Throws `InvalidXml`; refuses `provider_clock` and, where it is merely over, `sign_in_over`. */
export function readAssertion(assertion: XmlElement, expected: ExpectedAssertion): Assertion {
  if (!isElement(assertion, ASSERTION, 'Assertion') || attributeOf(assertion, 'Version') !== '2.0')
    throw new InvalidXml('what is signed is no assertion of SAML 2.0')
  const id = attributeOf(assertion, 'ID')
  const issuer = childNamed(assertion, ASSERTION, 'Issuer')
  if (id === undefined || !issuer || textOf(issuer) !== expected.issuer)
    throw new InvalidXml(`the assertion is by ${issuer ? textOf(issuer) : 'nobody'}`)
  requireIssuedMeanwhile(assertion, expected)
  const ends = [requireConditions(assertion, expected), requireBearer(assertion, expected)].flat()
  return {
    id,
    name: nameOf(assertion),
    sessionIndex: requireAuthentication(assertion, expected),
    authenticatedAt: authenticatedAtOf(assertion),
    claims: { ...claimsOf(assertion), [CONTEXT_CLAIM]: contextsOf(assertion) },
    endsAt: new Date(Math.max(...ends.map((end) => end.getTime())) + expected.toleranceMs),
  }
}

/** The oldest, where there are several. */
function authenticatedAtOf(assertion: XmlElement): number | undefined {
  const instants = childrenNamed(assertion, ASSERTION, 'AuthnStatement').map((statement) =>
    timeOf(statement, 'AuthnInstant')?.getTime(),
  )
  const known = instants.filter((at) => at !== undefined)
  return known.length > 0 && known.length === instants.length ? Math.min(...known) : undefined
}

/** How somebody signed in there; an attribute of this name is not taken for it. */
export const CONTEXT_CLAIM = 'AuthnContextClassRef'

const contextsOf = (assertion: XmlElement): string[] =>
  childrenNamed(assertion, ASSERTION, 'AuthnStatement')
    .flatMap((statement) => childNamed(statement, ASSERTION, 'AuthnContext') ?? [])
    .flatMap((context) => childNamed(context, ASSERTION, CONTEXT_CLAIM) ?? [])
    .map(textOf)

const timeOf = (element: XmlElement, name: string): Date | undefined => {
  const text = attributeOf(element, name)
  if (text === undefined) return undefined
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidXml(`${name} is no time`)
  return at
}

/** An assertion from before our request, or from after now, is by another clock. */
function requireIssuedMeanwhile(
  assertion: XmlElement,
  { now, askedAt, toleranceMs }: ExpectedAssertion,
): void {
  const issued = timeOf(assertion, 'IssueInstant')
  if (!issued) throw new InvalidXml('the assertion has no time')
  const isEarly = askedAt !== undefined && issued.getTime() < askedAt.getTime() - toleranceMs
  if (isEarly || issued.getTime() > now.getTime() + toleranceMs) refuse('provider_clock')
}

/** Answers when it ends, where that is limited. */
function requireWithin(element: XmlElement, { now, toleranceMs }: ExpectedAssertion): Date[] {
  const notBefore = timeOf(element, 'NotBefore')
  const notOnOrAfter = timeOf(element, 'NotOnOrAfter')
  if (notBefore && now.getTime() + toleranceMs < notBefore.getTime()) refuse('provider_clock')
  if (notOnOrAfter && now.getTime() - toleranceMs >= notOnOrAfter.getTime()) refuse('sign_in_over')
  return notOnOrAfter ? [notOnOrAfter] : []
}

const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

function requireConditions(assertion: XmlElement, expected: ExpectedAssertion): Date[] {
  const conditions = childNamed(assertion, ASSERTION, 'Conditions')
  if (!conditions) throw new InvalidXml('the assertion has no conditions')
  for (const condition of childrenOf(conditions))
    if (condition.namespace !== ASSERTION || !CONDITIONS.has(condition.name))
      throw new InvalidXml(`the condition ${condition.name} is not known`)
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    childrenNamed(restriction, ASSERTION, 'Audience').some((one) => textOf(one) === expected.audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new InvalidXml('the assertion is for another audience')
  return requireWithin(conditions, expected)
}

/** Whoever brings it is its subject: only to our address, for our request, and for a limited time. */
function requireBearer(assertion: XmlElement, expected: ExpectedAssertion): Date[] {
  const subject = childNamed(assertion, ASSERTION, 'Subject')
  const confirmations = subject ? childrenNamed(subject, ASSERTION, 'SubjectConfirmation') : []
  const data = confirmations
    .filter((one) => attributeOf(one, 'Method') === BEARER)
    .flatMap((one) => childNamed(one, ASSERTION, 'SubjectConfirmationData') ?? [])
  const ours = data.find(
    (one) =>
      attributeOf(one, 'Recipient') === expected.acs &&
      attributeOf(one, 'InResponseTo') === expected.requestId &&
      attributeOf(one, 'NotOnOrAfter') !== undefined,
  )
  if (!ours) throw new InvalidXml('the assertion is for another address or request')
  return requireWithin(ours, expected)
}

/** Answers the provider's session. */
function requireAuthentication(
  assertion: XmlElement,
  { now, toleranceMs }: ExpectedAssertion,
): string | undefined {
  const [statement] = childrenNamed(assertion, ASSERTION, 'AuthnStatement')
  if (!statement) throw new InvalidXml('the assertion says nothing of a sign-in')
  const end = timeOf(statement, 'SessionNotOnOrAfter')
  if (end && now.getTime() - toleranceMs >= end.getTime()) refuse('sign_in_over')
  return attributeOf(statement, 'SessionIndex')
}

function nameOf(assertion: XmlElement): SamlName {
  const subject = childNamed(assertion, ASSERTION, 'Subject')
  const name = subject && childNamed(subject, ASSERTION, 'NameID')
  const nameId = name && textOf(name)
  if (!name || !nameId) throw new InvalidXml('the assertion has no NameID')
  return {
    nameId,
    format: attributeOf(name, 'Format'),
    nameQualifier: attributeOf(name, 'NameQualifier'),
    spNameQualifier: attributeOf(name, 'SPNameQualifier'),
  }
}

export const isTransient = ({ format }: SamlName): boolean => format === TRANSIENT

const VALUES_MAX = 1000

/** By name and, where that is free, by friendly name; the NameID is one of them. */
function claimsOf(assertion: XmlElement): Record<string, string[]> {
  const claims = new Map<string, string[]>([['NameID', [nameOf(assertion).nameId]]])
  const friendly = new Map<string, string[]>()
  const statements = childrenNamed(assertion, ASSERTION, 'AttributeStatement')
  for (const attribute of statements.flatMap((one) => childrenNamed(one, ASSERTION, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name')
    if (name === undefined) continue
    const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').map(wholeTextOf)
    const known = claims.get(name) ?? []
    claims.set(name, [...known, ...values].slice(0, VALUES_MAX))
    const other = attributeOf(attribute, 'FriendlyName')
    if (other !== undefined) friendly.set(other, claims.get(name) ?? [])
  }
  return Object.fromEntries([...friendly, ...claims])
}
