import { Secret, TOTP } from 'otpauth'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'

/** Codes of authenticator apps (RFC 6238): six digits, which change every 30 seconds. */

const SECRET_BYTES = 20
const PERIOD = 30
/** Codes of one step before and after are accepted too, for clocks that are off. */
const WINDOW = 1

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD, ...more })

/** What an app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  totpOf(secret, { issuer, label: account }).toString()

/** The step that the code is of, or undefined if it is of none near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

type Sealing = Pick<Context, 'secrets'>
const keyOf = ({ secrets }: Sealing) => secrets.subKey('totp-secrets')

export const sealSecret = (ctx: Sealing, personId: string, secret: string): Buffer =>
  seal(keyOf(ctx), personId, secret)

export const unsealSecret = (ctx: Sealing, personId: string, sealed: Buffer): string =>
  unseal(keyOf(ctx), personId, sealed)
