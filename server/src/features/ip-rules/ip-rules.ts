import { ipRangeFault } from '@clouddisk/contract/ip-ranges'
import {
  IP_REGION_NAME_MAX,
  IP_REGION_RANGES_MAX,
  IP_REGIONS_MAX,
  IP_REMARK_MAX,
  IP_RULE_RANGES_MAX,
  IP_RULES_MAX,
  type queryIpRules,
  type saveIpRegion,
  type saveIpRule,
} from '@clouddisk/contract/ip-rules'
import { lengthOf, nameFault, nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { canonicalRange } from '../../access/ip-rules.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { refuseLockOut } from '../accounts/check-address.ts'
import * as store from './store.ts'

/** The IP white list as administrators keep it. Nobody can lock themselves out: what would is refused before it is saved. */

export async function query(ctx: Context, actor: Actor): Promise<Reply<typeof queryIpRules>> {
  const [rules, regions] = await Promise.all([store.rules(ctx.db.reader), store.regions(ctx.db.reader)])
  return {
    rules: rules.map((row) => ({
      ruleId: row.id,
      objectType: row.objectType,
      departmentId: row.departmentId,
      departmentPath: row.departmentPath ?? [],
      ranges: row.ranges.map(shownRange),
      regions: row.regions,
      remark: row.remark,
      mode: row.mode,
      refusedCount: row.refusedCount,
      refusedTime: row.refusedAt?.toISOString() ?? null,
      refusedAddress: row.refusedIp,
      updateTime: row.updatedAt.toISOString(),
      updatedBy: row.updatedBy,
    })),
    regions: regions.map((row) => ({
      regionId: row.id,
      regionName: row.name,
      ranges: row.ranges.map(shownRange),
      remark: row.remark,
      rules: row.rules,
      updateTime: row.updatedAt.toISOString(),
    })),
    address: actor.address ?? '',
  }
}

/** A single address without its length. */
const shownRange = (range: string): string => range.replace(/(?<=\.\d+)\/32$|(?<=:.*)\/128$/, '')

export async function saveRule(
  ctx: Context,
  actor: Actor,
  input: Input<typeof saveIpRule>,
): Promise<{ ruleId: string }> {
  const { objectType, mode } = input
  const ranges = readRanges(input.ranges, IP_RULE_RANGES_MAX)
  const regionIds = [...new Set(input.regionIds ?? [])]
  if (ranges.length + regionIds.length === 0) refuseField('ranges', 'missing')
  if (!regionIds.every(isId)) refuseNotFound('ipRegion')
  const departmentId = readDepartment(input)
  const remark = readRemark(input.remark)
  const { ruleId = newId() } = input
  if (!isId(ruleId)) refuseNotFound('rule')
  await change(ctx, actor, async (tx) => {
    const known = await store.rules(tx)
    const before = known.find(({ id }) => id === ruleId)
    if (input.ruleId !== undefined && !before) refuseNotFound('rule')
    if (!before && known.length >= IP_RULES_MAX) refuse('list_full', { limit: IP_RULES_MAX })
    if ((await store.existingRegions(tx, regionIds)) < regionIds.length) refuseNotFound('ipRegion')
    const department = departmentId === null ? null : await store.departmentName(tx, departmentId)
    if (department === undefined) refuseNotFound('department')
    const rule = { id: ruleId, objectType, departmentId, ranges, regionIds, remark, mode }
    await store.saveRule(tx, { ...rule, at: ctx.now(), by: actor.personId })
    await audit(tx, {
      action: 'ipRule.saved',
      object: { type: 'ipRule', id: ruleId, name: department ?? objectType },
      detail: {
        mode,
        ranges,
        regionIds,
        remark,
        ...(before && { was: { mode: before.mode, ranges: before.ranges, object: before.objectType } }),
      },
    })
  })
  return { ruleId }
}

export async function removeRule(ctx: Context, actor: Actor, ruleId: string): Promise<void> {
  if (!isId(ruleId)) refuseNotFound('rule')
  await change(ctx, actor, async (tx) => {
    const rule = (await store.rules(tx)).find(({ id }) => id === ruleId)
    if (!rule || !(await store.deleteRule(tx, ruleId))) return refuseNotFound('rule')
    const name = rule.departmentPath?.at(-1) ?? rule.objectType
    await audit(tx, {
      action: 'ipRule.removed',
      object: { type: 'ipRule', id: ruleId, name },
      detail: { mode: rule.mode, ranges: rule.ranges },
    })
  })
}

export async function saveRegion(
  ctx: Context,
  actor: Actor,
  input: Input<typeof saveIpRegion>,
): Promise<{ regionId: string }> {
  const name = readRegionName(input.regionName)
  const ranges = readRanges(input.ranges, IP_REGION_RANGES_MAX)
  if (ranges.length === 0) refuseField('ranges', 'missing')
  const remark = readRemark(input.remark)
  const { regionId = newId() } = input
  if (!isId(regionId)) refuseNotFound('ipRegion')
  await change(ctx, actor, async (tx) => {
    const isKnown = (await store.existingRegions(tx, [regionId])) > 0
    if (input.regionId !== undefined && !isKnown) refuseNotFound('ipRegion')
    if (!isKnown && (await store.countRegions(tx)) >= IP_REGIONS_MAX)
      refuse('list_full', { limit: IP_REGIONS_MAX })
    const saved = { id: regionId, name, nameKey: nameKey(name), ranges, remark, at: ctx.now() }
    if (!(await store.saveRegion(tx, saved))) refuse('name_taken', { name })
    await audit(tx, {
      action: 'ipRegion.saved',
      object: { type: 'ipRegion', id: regionId, name },
      detail: { ranges: ranges.slice(0, SHOWN_IN_LOG), count: ranges.length },
    })
  })
  return { regionId }
}

const SHOWN_IN_LOG = 100

export async function removeRegion(ctx: Context, actor: Actor, regionId: string): Promise<void> {
  if (!isId(regionId)) refuseNotFound('ipRegion')
  await change(ctx, actor, async (tx) => {
    const region = (await store.regions(tx)).find(({ id }) => id === regionId)
    if (!region) return refuseNotFound('ipRegion')
    if (region.rules > 0) refuse('ip_region_used', { count: region.rules })
    await store.deleteRegion(tx, regionId)
    await audit(tx, {
      action: 'ipRegion.removed',
      object: { type: 'ipRegion', id: regionId, name: region.name },
    })
  })
}

/** Sets all active rules to try mode, for an administrator who is locked out. Answers how many. */
export const tryAll = (ctx: Context): Promise<number> =>
  ctx.db.transact(async (tx) => {
    await store.lockRules(tx)
    const count = await store.tryAllRules(tx, ctx.now())
    if (count > 0) await audit(tx, { action: 'ipRule.allTried', detail: { count } })
    return count
  })

/** One change at a time, and none that would lock its author out. */
async function change(ctx: Context, actor: Actor, work: (tx: Tx) => Promise<void>): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await store.lockRules(tx)
    await work(tx)
    await refuseLockOut(ctx, tx, actor)
    afterCommit(tx, () => ctx.sessionCache.invalidate())
  })
}

function readRanges(texts: readonly string[], limit: number): string[] {
  const typed = texts.map((text) => text.trim()).filter((text) => text !== '')
  if (typed.length > limit) refuse('too_many_items', { limit })
  for (const text of typed) {
    const fault = ipRangeFault(text)
    if (fault) refuseField('ranges', fault)
  }
  return [...new Set(typed.map(canonicalRange))]
}

function readDepartment({ objectType, departmentId }: Input<typeof saveIpRule>): string | null {
  if (objectType !== 'department') return null
  if (departmentId === undefined) return refuseField('departmentId', 'missing')
  return isId(departmentId) ? departmentId : refuseNotFound('department')
}

function readRemark(text = ''): string {
  const remark = text.trim()
  if (nameFault(remark, Number.POSITIVE_INFINITY) === 'name_control') refuseField('remark', 'name_control')
  if (lengthOf(remark) > IP_REMARK_MAX) refuseField('remark', 'too_long')
  return remark
}

function readRegionName(text: string): string {
  const name = text.trim()
  if (name === '') refuseField('regionName', 'missing')
  const fault = nameFault(name, Number.POSITIVE_INFINITY)
  if (fault === 'name_control' || fault === 'name_invisible') refuseField('regionName', fault)
  if (lengthOf(name) > IP_REGION_NAME_MAX) refuseField('regionName', 'too_long')
  return name
}
