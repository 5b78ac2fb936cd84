import {
  DLP_KINDS_WITH_TERMS,
  DLP_NAME_MAX,
  DLP_PATTERN_LENGTH_MAX,
  DLP_PLACES,
  DLP_RULES_MAX,
  DLP_TERM_LENGTH_MAX,
  DLP_TERMS_MAX,
  type DlpMatch,
  type DlpRule,
  type saveDlpRule,
  type tryDlpRules,
} from '@clouddisk/contract/dlp'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { compilePattern, type Rule } from './detection/detect.ts'
import { normalize } from './detection/normalize.ts'
import { packParts } from './parts.ts'
import * as store from './store.ts'

/** The rules of the content check, as administrators write them. */

type Definition = Omit<Input<typeof saveDlpRule>, 'ruleId'>

export const list = (ctx: Context): Promise<DlpRule[]> => store.selectRules(ctx.db.reader)

export function save(ctx: Context, { ruleId, ...definition }: Input<typeof saveDlpRule>): Promise<DlpRule> {
  if (ruleId !== undefined && !isId(ruleId)) refuseNotFound('rule')
  const checked = check(definition)
  return ctx.db.transact(async (tx) => {
    if (ruleId === undefined) {
      if ((await store.countRules(tx)) >= DLP_RULES_MAX) refuse('too_many_items', { limit: DLP_RULES_MAX })
    } else if (!(await store.findRule(tx, ruleId))) refuseNotFound('rule')
    const rule = { ruleId: ruleId ?? newId(), ...checked, updateTime: ctx.now().toISOString() }
    const key = nameKey(rule.name)
    if (await store.isNameTaken(tx, key, rule.ruleId)) refuse('name_taken', { name: rule.name })
    await store.saveRule(tx, rule, key)
    await store.raiseRulesVersion(tx)
    await audit(tx, {
      action: 'dlp.ruleSaved',
      object: { type: 'dlpRule', id: rule.ruleId, name: rule.name },
      detail: {
        kind: rule.kind,
        level: rule.level,
        onMatch: rule.action,
        places: rule.places.join(' '),
        enabled: rule.enabled,
      },
    })
    return rule
  })
}

export function remove(ctx: Context, ruleId: string): Promise<void> {
  if (!isId(ruleId)) refuseNotFound('rule')
  return ctx.db.transact(async (tx) => {
    const rule = (await store.findRule(tx, ruleId)) ?? refuseNotFound('rule')
    await store.deleteRule(tx, ruleId)
    await store.raiseRulesVersion(tx)
    await audit(tx, { action: 'dlp.ruleRemoved', object: { type: 'dlpRule', id: ruleId, name: rule.name } })
  })
}

/** What rules find in a text that is not kept. */
export async function tryOut(
  ctx: Context,
  { text, fileName = '', rule }: Input<typeof tryDlpRules>,
): Promise<DlpMatch[]> {
  const rules: readonly Rule[] = rule
    ? [{ ruleId: newId(), ...check(rule) }]
    : (await list(ctx)).filter(({ enabled }) => enabled)
  return ctx.dlpDetector.detect({
    version: `trial ${newId()}`,
    rules,
    parts: packParts([{ path: '', text }]),
    name: fileName,
  })
}

/** Complete and tidy; refuses what no rule can be. */
function check(definition: Definition): Omit<DlpRule, 'ruleId' | 'updateTime'> {
  const { name, kind, terms = [], pattern = '', threshold = 1, level, action, enabled } = definition
  const places = DLP_PLACES.filter((place) => definition.places?.includes(place))
  const tidy = name.normalize('NFC').trim()
  if (tidy === '') refuseField('name', 'missing')
  if ([...tidy].length > DLP_NAME_MAX) refuseField('name', 'too_long')
  const rule = {
    ...{ name: tidy, kind, terms: [] as string[], pattern: '' },
    ...{ threshold, level, action, places, enabled },
  }
  if (DLP_KINDS_WITH_TERMS.includes(kind)) return { ...rule, terms: checkTerms(terms) }
  return kind === 'pattern' ? { ...rule, pattern: checkPattern(pattern) } : rule
}

function checkTerms(terms: readonly string[]): string[] {
  const tidy = [...new Map(terms.map((term) => [normalize(term).trim(), term.trim()])).entries()]
    .filter(([key]) => key !== '')
    .map(([, term]) => term)
  if (tidy.length === 0) refuseField('terms', 'missing')
  if (tidy.length > DLP_TERMS_MAX) refuseField('terms', 'range')
  const long = tidy.find((term) => [...term].length > DLP_TERM_LENGTH_MAX)
  if (long !== undefined) refuseField('terms', 'too_long')
  return tidy
}

function checkPattern(pattern: string): string {
  if (pattern === '') refuseField('pattern', 'missing')
  if ([...pattern].length > DLP_PATTERN_LENGTH_MAX) refuseField('pattern', 'too_long')
  try {
    compilePattern(pattern)
  } catch {
    refuseField('pattern', 'format')
  }
  return pattern
}
