import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import type { PersonFactors, pageSecondFactors } from '@clouddisk/contract/admin-second-factor'
import { GENERAL_ROLES } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { writeSetting } from '../../db/settings.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { SECOND_FACTOR_SETTING, secondFactorPolicy } from '../accounts/second-factor-policy.ts'
import { factorsOfPeople } from './admin-store.ts'

/** Who needs a second factor, and who has one. */

export const policy = (ctx: Context): Promise<SecondFactorPolicy> => secondFactorPolicy(ctx.db.reader)

export const savePolicy = (ctx: Context, input: SecondFactorPolicy): Promise<SecondFactorPolicy> =>
  ctx.db.transact(async (tx) => {
    const was = await secondFactorPolicy(tx)
    const roleIds = input.requiredOf === 'roles' ? [...new Set(input.roleIds)] : []
    if (input.requiredOf === 'roles' && roleIds.length === 0) refuseField('roleIds', 'missing')
    await requireRoles(tx, roleIds)
    const saved = { requiredOf: input.requiredOf, roleIds, trustProviders: input.trustProviders }
    await writeSetting(tx, SECOND_FACTOR_SETTING, JSON.stringify(saved))
    await audit(tx, { action: 'secondFactor.policyChanged', detail: { ...saved, was } })
    return saved
  })

const PRESETS: readonly string[] = [...ADMIN_ROLES, ...GENERAL_ROLES]

async function requireRoles(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const own = roleIds.filter((id) => !PRESETS.includes(id))
  if (own.length === 0) return
  if (!own.every(isId)) refuseNotFound('role')
  const found = await tx.selectFrom('role').select('id').where('id', 'in', own).execute()
  if (found.length < own.length) refuseNotFound('role')
}

const PAGE_SIZE = 20

export async function page(
  ctx: Context,
  { keyword = '', state, pageNo = 1, pageSize = PAGE_SIZE }: Input<typeof pageSecondFactors>,
): Promise<Reply<typeof pageSecondFactors>> {
  const db = ctx.db.reader
  const { rows, total } = await factorsOfPeople(db, await secondFactorPolicy(db), {
    keyword: keyword.trim(),
    state,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  })
  const list = rows.map(
    (row): PersonFactors => ({
      userId: row.id,
      userName: row.accountName,
      userRealName: row.realName,
      departmentName: row.departmentName,
      app: row.app,
      passkeys: row.passkeys,
      recoveryCodesLeft: row.codes,
      required: row.required,
      lastUseTime: row.usedAt?.toISOString() ?? null,
    }),
  )
  return { list, total, pageNo, pageSize }
}
