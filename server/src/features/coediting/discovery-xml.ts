import { createPublicKey, type KeyObject } from 'node:crypto'
import { SaxesParser } from 'saxes'

/** What an Office server says it can do: the answer to `/hosting/discovery`. */
export interface Discovery {
  /** Addresses by `name ext`: `edit docx`. With placeholders in angle brackets. */
  readonly actions: ReadonlyMap<string, string>
  /** The keys that its calls are signed with; empty where it signs none. */
  readonly proofKeys: readonly ProofKey[]
}

export interface ProofKey {
  readonly isCurrent: boolean
  readonly key: KeyObject
}

/** What answered is no Office server. */
export class NotDiscovery extends Error {
  /** Of HTTP, where that is what is wrong. */
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

const DEPTH_MAX = 16
const ACTIONS_MAX = 10_000

export const actionKey = (name: string, ext: string): string => `${name} ${ext.toLowerCase()}`

/** Reads the document; one with a DTD is refused. */
export function parseDiscovery(text: string): Discovery {
  const actions = new Map<string, string>()
  const proofKeys: ProofKey[] = []
  let depth = 0
  let isInternal = false
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new NotDiscovery(error.message)
  })
  parser.on('doctype', () => {
    throw new NotDiscovery('it has a DTD')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth === 1 && name !== 'wopi-discovery') throw new NotDiscovery(`it is a ${name}`)
    if (depth > DEPTH_MAX) throw new NotDiscovery('it is too deep')
    if (name === 'net-zone') isInternal = attributes.name?.startsWith('internal') ?? false
    if (name === 'proof-key') proofKeys.push(...readProofKeys(attributes))
    if (name !== 'action') return
    const { name: action, ext, urlsrc } = attributes
    if (!action || !ext || !urlsrc) return
    const key = actionKey(action, ext)
    // Of a farm with several zones, browsers are outside.
    if (isInternal && actions.has(key)) return
    actions.set(key, urlsrc)
    if (actions.size > ACTIONS_MAX) throw new NotDiscovery('it has too many actions')
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
  return { actions, proofKeys }
}

function readProofKeys(attributes: Readonly<Record<string, string>>): ProofKey[] {
  const { modulus, exponent, oldmodulus, oldexponent } = attributes
  return [
    ...(modulus && exponent ? [{ isCurrent: true, key: toKey(modulus, exponent) }] : []),
    ...(oldmodulus && oldexponent ? [{ isCurrent: false, key: toKey(oldmodulus, oldexponent) }] : []),
  ]
}

function toKey(modulus: string, exponent: string): KeyObject {
  const base64url = (text: string) => Buffer.from(text, 'base64').toString('base64url')
  try {
    return createPublicKey({
      key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) },
      format: 'jwk',
    })
  } catch {
    throw new NotDiscovery('its proof key is none')
  }
}
