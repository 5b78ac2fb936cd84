import { isDeepStrictEqual } from 'node:util'
import type {
  ConfigItem,
  ConfigValue,
  queryBusinessConfig,
  saveBusinessConfig,
} from '@clouddisk/contract/business-config'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { EVERYBODY, recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuseField } from '../../errors/refusal.ts'
import { normalized, valueFault } from './check-value.ts'
import type { ConfigEntry, Words } from './entry.ts'
import { takeUp } from './follow.ts'
import { isAdministered } from './in-force.ts'
import { brokenRule } from './rules.ts'
import * as store from './store.ts'
import { ENTRIES, entryOf } from './table.ts'
import { readValue } from './values.ts'

export async function query(ctx: Context): Promise<Reply<typeof queryBusinessConfig>> {
  const rows = await store.selectRows(ctx.db.reader)
  const values = ctx.businessConfig.valuesWith(rows)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return { list: ENTRIES.map((entry) => present(ctx, entry, values.get(entry.code), byCode.get(entry.code))) }
}

/** All changes or none; each that is one is a row of the audit log. */
export async function save(
  ctx: Context,
  actor: Actor,
  { list }: Input<typeof saveBusinessConfig>,
): Promise<Reply<typeof queryBusinessConfig>> {
  const wanted = new Map<string, ConfigValue | null>()
  for (const { code, value } of list) {
    const entry = settableEntry(ctx, code)
    const next = value === null ? null : normalized(entry, value)
    const fault = next === null ? undefined : valueFault(entry, next)
    if (fault) refuseField(code, fault)
    wanted.set(code, next)
  }
  await ctx.db.transact(async (tx) => {
    await store.lockRows(tx)
    const before = await store.selectRows(tx)
    const kept = before.filter(({ code }) => !wanted.has(code))
    const set = [...wanted].flatMap(([code, value]) =>
      value === null ? [] : [{ code, value, author: actor.realName, changedAt: ctx.now() }],
    )
    const values = ctx.businessConfig.valuesWith([...kept, ...set])
    const broken = brokenRule(values, new Set(wanted.keys()))
    if (broken) refuseField(broken.code, broken.reason)
    const changed = await write(ctx, tx, actor, { before, set, wanted })
    if (changed) await tellOpenPages(tx, actor)
  })
  await takeUp(ctx)
  return query(ctx)
}

function settableEntry({ config }: Context, code: string): ConfigEntry {
  const entry = entryOf(code) ?? refuseField('code', 'unknown_value')
  if (entry.fixed) refuseField(code, 'fixed_value')
  return isAdministered(config, entry) ? entry : refuseField(code, 'set_by_environment')
}

interface Changes {
  readonly before: readonly store.ConfigRow[]
  readonly set: readonly store.ConfigRow[]
  readonly wanted: ReadonlyMap<string, ConfigValue | null>
}

/** Whether there was anything to change. */
async function write(ctx: Context, tx: Tx, actor: Actor, { before, set, wanted }: Changes): Promise<boolean> {
  const was = ctx.businessConfig.valuesWith(before)
  let changed = false
  for (const [code, value] of wanted) {
    const known = before.find((row) => row.code === code)
    if (value === null ? !known : isDeepStrictEqual(known?.value, value)) continue
    const row = set.find((one) => one.code === code)
    if (row) await store.upsertRow(tx, { ...row, changedBy: actor.personId })
    else await store.deleteRow(tx, code)
    const detail = {
      value: value ?? ctx.businessConfig.initialValue(code),
      was: was.get(code),
      ...(value === null && { reset: true }),
    }
    await audit(tx, { action: 'config.changed', object: { type: 'config', id: null, name: code }, detail })
    changed = true
  }
  return changed
}

/** Open pages read the limits again. */
const tellOpenPages = (tx: Tx, actor: Actor): Promise<void> =>
  recordChange(tx, {
    kind: 'config.changed',
    spaceId: null,
    principalIds: [EVERYBODY],
    fileId: null,
    parentIds: [],
    actorId: actor.personId,
  })

function present(
  { config, businessConfig }: Context,
  entry: ConfigEntry,
  value: ConfigValue | undefined,
  row: store.ConfigRow | undefined,
): ConfigItem {
  const { code, shape, variable, afterRestart = false } = entry
  const running = readValue(config, code)
  const own = row && isAdministered(config, entry) && !valueFault(entry, row.value) ? row : undefined
  const set = variable === undefined ? undefined : config.environment.get(variable)
  return {
    code,
    group: entry.group,
    kind: shape.kind,
    ...(shape.unit && { unit: bilingual(shape.unit) }),
    ...(shape.min !== undefined && { min: shape.min }),
    ...(shape.max !== undefined && { max: shape.max }),
    ...(shape.zeroIsUnlimited && { zeroIsUnlimited: true }),
    ...(shape.options && {
      options: shape.options.map((option) => ({ value: option.value, ...bilingual(option.words) })),
    }),
    explanation: bilingual(entry.explanation),
    fixed: entry.fixed ? bilingual(entry.fixed) : null,
    value: value ?? running,
    default: businessConfig.initialValue(code),
    source: own ? 'administrator' : set ? 'environment' : 'default',
    variable: set ?? null,
    afterRestart,
    ...(afterRestart && value !== undefined && !isDeepStrictEqual(value, running) && { running }),
    author: own?.author ?? null,
    changeTime: own?.changedAt.toISOString() ?? null,
  }
}

const bilingual = ([zh, en]: Words) => ({ 'zh-CN': zh, 'en-US': en })
