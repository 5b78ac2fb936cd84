import { randomInt } from 'node:crypto'
import { LINK_CODE } from '@clouddisk/contract/links'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'

/** Extraction codes (G18): six characters without look-alikes, or 4-16 of one's own. Owners see them again, so they are sealed. */

export const randomCode = (): string => {
  const { random: length, characters } = LINK_CODE
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}

/** Letters and digits: what can be dictated and typed on any keyboard. */
export function requireCode(code: string): void {
  const { min, max } = LINK_CODE
  if (code.length < min || code.length > max || !/^[A-Za-z0-9]+$/.test(code)) refuseField('code', 'link_code')
}

export const sealCode = (ctx: Context, linkId: string, code: string): Buffer | null =>
  code === '' ? null : seal(ctx.secrets.subKey('link-code'), linkId, code)

export const openCode = (ctx: Context, linkId: string, sealed: Buffer | null): string =>
  sealed === null ? '' : unseal(ctx.secrets.subKey('link-code'), linkId, sealed)
