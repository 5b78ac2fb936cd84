import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@clouddisk/contract/second-factor'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import * as store from './store.ts'

/** Recovery codes: for a person who has lost the device, each once. */

/** Without letters and digits that look alike; 12 of these are 59 random bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** As it is typed: without spaces and hyphens, in any case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()

export const isRecoveryCode = (plain: string): boolean =>
  plain.length === LENGTH && [...plain].every((letter) => LETTERS.includes(letter))

/** Keyed, so that the rows alone do not allow guessing. */
export const hashOfCode = ({ secrets }: Pick<Context, 'secrets'>, personId: string, plain: string): Buffer =>
  createHmac('sha256', secrets.subKey('recovery-codes')).update(`${personId}\0${plain}`).digest()

/** Replaces the person's codes. Returns the new ones, which are not kept. */
export async function renew(ctx: Context, tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes = codes.map((code) => hashOfCode(ctx, personId, plainCode(code)))
  await store.saveRecoveryCodes(tx, personId, hashes)
  return codes
}
