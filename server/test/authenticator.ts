import { beginTotp, checkSecondFactor, confirmTotp } from '@clouddisk/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** An authenticator app: what it shows at a time. */
export interface Authenticator {
  code(at: Date): string
}

export function authenticatorOf(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { code: (at) => totp.generate({ timestamp: at.getTime() }) }
}

const STEP_MS = 30_000

/** Sets up an authenticator app for the person. The world's clock moves to the next code. */
export async function setUpAuthenticator(
  world: Pick<World, 'ctx' | 'advance'>,
  person: Person,
): Promise<Authenticator & { readonly recoveryCodes: string[] }> {
  const { secret } = await person.call(beginTotp, {})
  const app = authenticatorOf(secret)
  const { recoveryCodes } = await person.call(confirmTotp, { code: app.code(world.ctx.now()) })
  world.advance(STEP_MS)
  return { ...app, recoveryCodes }
}

/** Finishes a sign-in; the world's clock moves to the next code. */
export async function finishSignIn(
  world: Pick<World, 'ctx' | 'advance'>,
  person: Person,
  app: Authenticator,
): Promise<void> {
  await person.call(checkSecondFactor, { code: app.code(world.ctx.now()) })
  world.advance(STEP_MS)
}
