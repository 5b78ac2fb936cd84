import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import { canonicalUri, type ObjectCall } from './object-call.ts'

/**
 * Authorizations for object calls. Each permits one verb on one key, for one action, part and content type, to the holder it was
 * issued to, if the call begins within ten minutes (C section 3 "Object calls").
 */
export const SCHEME = 'CLOUDDISK-HMAC-SHA256'

export interface SignedUse {
  readonly call: ObjectCall
  /** The holder, an opaque text of the issuer. */
  readonly holder: string
  readonly contentType: string
}

export interface AuthorizationHeaders {
  readonly authorization: string
  /** Sent as `x-amz-date`, since a browser cannot set Date. */
  readonly date: string
}

export type SignatureVerdict = { holder: string } | 'malformed' | 'wrong' | 'expired'

export class ObjectSigner {
  readonly #key: KeyObject
  readonly #now: () => Date
  constructor(key: KeyObject, now: () => Date) {
    this.#key = key
    this.#now = now
  }

  sign(authorized: SignedUse): AuthorizationHeaders {
    const date = amzDate(this.#now())
    const signature = this.#mac(authorized, date).toString('hex')
    return { date, authorization: `${SCHEME} Credential=${authorized.holder}, Signature=${signature}` }
  }

  /** Verifies the authorization of a call. `date` is `x-amz-date`, or Date without it. */
  verify(
    call: ObjectCall,
    contentType: string,
    authorization: string | undefined,
    date: string | undefined,
  ): SignatureVerdict {
    const [, holder, signature] = FORMAT.exec(authorization ?? '') ?? []
    const issued = issuedAt(date)
    if (!holder || !signature || !issued) return 'malformed'
    const expected = this.#mac({ call, holder, contentType }, amzDate(issued))
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'wrong'
    const age = this.#now().getTime() - issued.getTime()
    return age > LIMITS.authorizationMs ? 'expired' : { holder }
  }

  #mac({ call, holder, contentType }: SignedUse, date: string): Buffer {
    const text = [call.verb, call.action, canonicalUri(call), contentType.trim().toLowerCase(), holder, date]
    return createHmac('sha256', this.#key).update(text.join('\n')).digest()
  }
}

const FORMAT = new RegExp(`^${SCHEME} Credential=([\\w-]{1,64}), ?Signature=([0-9a-f]{64})$`)

/** Format `20260131T235959Z`. */
const amzDate = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

function issuedAt(text: string | undefined): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? []
  const date = year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}
