import {
  type createOrUpdateLink,
  LINK_REMARK_MAX,
  type LinkPermission,
  type LinkValidity,
  type LinkVisitor,
} from '@clouddisk/contract/links'
import { lengthOf } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { idsOf } from '@clouddisk/contract/shapes'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseField } from '../../errors/refusal.ts'
import { randomCode, requireCode } from './code.ts'
import { expiryOf } from './validity.ts'

/** The settings of a link as a call names them. */
export interface LinkSettings {
  readonly visitor: LinkVisitor
  readonly permissions: readonly LinkPermission[]
  readonly validity: LinkValidity
  readonly expiresAt: Date | null
  readonly maxVisits: number | null
  readonly watermark: boolean
  readonly remark: string
  /** "" for none. */
  readonly code: string
  readonly principalIds: readonly string[]
}

const PERMISSIONS: readonly LinkPermission[] = ['view', 'download']

export const defaultSettings = (ctx: Context): LinkSettings => ({
  visitor: 'anyone',
  permissions: PERMISSIONS,
  validity: '1month',
  expiresAt: expiryOf(ctx, '1month', undefined),
  maxVisits: null,
  watermark: false,
  remark: '',
  code: randomCode(),
  principalIds: [],
})

/** `before` with what the call names; refuses what does not go together (B§5). */
export function readSettings(
  ctx: Context,
  before: LinkSettings,
  input: Input<typeof createOrUpdateLink>,
): LinkSettings {
  const { code, expireTime, maxVisits } = input
  const validity = input.validity ?? (expireTime ? 'custom' : undefined)
  const settings: LinkSettings = {
    visitor: input.visitor ?? before.visitor,
    permissions: input.perms ? [...new Set(input.perms)] : before.permissions,
    validity: validity ?? before.validity,
    expiresAt: validity ? expiryOf(ctx, validity, expireTime) : before.expiresAt,
    maxVisits: maxVisits === undefined ? before.maxVisits : maxVisits || null,
    watermark: input.watermark ?? before.watermark,
    remark: input.remark?.trim() ?? before.remark,
    code: code?.trim() ?? before.code,
    principalIds: input.principalIds ? idsOf(input.principalIds).map(readId) : before.principalIds,
  }
  if (input.code !== undefined && settings.code !== '') requireCode(settings.code)
  if (lengthOf(settings.remark) > LINK_REMARK_MAX) refuseField('remark', 'too_long')
  const has = (one: LinkPermission) => settings.permissions.includes(one)
  if (settings.permissions.length === 0) refuseField('perms', 'missing')
  if (has('upload') && settings.permissions.length > 1) refuseField('perms', 'upload_only')
  if (settings.visitor === 'designated' && settings.principalIds.length === 0)
    refuseField('principalIds', 'missing')
  return settings.visitor === 'designated' ? settings : { ...settings, principalIds: [] }
}

const readId = (id: string): string =>
  isId(id) ? id.toLowerCase() : refuseField('principalIds', 'unknown_value')
