import type { saveLibraryAttributes } from '@clouddisk/contract/admin-libraries'
import {
  ATTRIBUTE_LENGTH_MAX,
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTES_MAX,
  canonicalNumber,
  compareNumbers,
  digitsOf,
  type LibraryAttribute,
  NUMBER_DIGITS_MAX,
  OPTION_LENGTH_MAX,
  OPTIONS_MAX,
} from '@clouddisk/contract/library-attributes'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { lockLibraryGroup } from '../groups/library-groups.ts'
import * as store from './attribute-store.ts'
import { presentAttribute } from './present.ts'
import { readCode, refusingTaken } from './read-fields.ts'

/** Attributes of the files of a library (R94, R156). What is stored is never lost without a confirmation. */

type SaveInput = Input<typeof saveLibraryAttributes>

export async function save(ctx: Context, input: SaveInput): Promise<LibraryAttribute[]> {
  if (input.attributes.length > ATTRIBUTES_MAX) refuse('list_full', { limit: ATTRIBUTES_MAX })
  const wanted = input.attributes.map(readAttribute)
  refuseRepeated(wanted)
  const confirmed = new Set(input.dropValuesOf?.map((id) => id.toLowerCase()))
  return refusingTaken({}, () =>
    ctx.db.transact(async (tx) => {
      const group = await lockLibraryGroup(tx, input.libraryId.toLowerCase())
      const before = await store.attributes(tx, group.id)
      const known = new Map(before.map((one) => [one.attributeId, one]))
      const ids = new Set(wanted.map(({ attributeId }) => attributeId))
      const removed = before.filter(({ attributeId }) => !ids.has(attributeId))
      for (const one of removed) await refuseLosing(tx, one, confirmed)
      await store.deleteAttributes(
        tx,
        removed.map(({ attributeId }) => attributeId),
      )
      const saved = wanted.map(({ isNew, ...one }) => {
        if (!isNew && !known.has(one.attributeId)) refuseNotFound('attribute')
        return one
      })
      for (const [position, one] of saved.entries()) {
        const was = known.get(one.attributeId)
        if (was) await refuseUnfit(tx, was, one)
        await store.saveAttribute(tx, group.id, one, position)
      }
      await audit(tx, {
        action: 'library.attributesSaved',
        object: { type: 'library', id: group.id, name: group.name },
        detail: {
          attributes: saved.map(({ code }) => code),
          ...(removed.length > 0 && { removed: removed.map(({ code }) => code) }),
        },
      })
      return (await store.attributes(tx, group.id)).map(presentAttribute)
    }),
  )
}

type NewAttribute = LibraryAttribute & { readonly isNew: boolean }

function readAttribute(input: SaveInput['attributes'][number]): NewAttribute {
  const attributeName = input.attributeName.trim()
  if (attributeName === '' || lengthOf(attributeName) > ATTRIBUTE_NAME_MAX)
    refuseField('attributeName', 'attribute_name')
  const fault = nameFault(attributeName, Number.POSITIVE_INFINITY)
  if (fault === 'name_control' || fault === 'name_invisible' || fault === 'name_invisible_end')
    refuseField('attributeName', fault)
  return {
    attributeId: input.attributeId?.toLowerCase() ?? newId(),
    isNew: input.attributeId === undefined,
    attributeName,
    code: readCode(input.code),
    type: input.type,
    length: readLength(input),
    ...readRange(input),
    options: input.type === 'choice' ? readOptions(input.options) : [],
    listDisplay: input.listDisplay,
    allowEmpty: input.allowEmpty,
    query: input.query,
    readOnly: input.readOnly,
  }
}

function readLength({ type, length }: SaveInput['attributes'][number]): number | null {
  if (type !== 'text' && type !== 'number') return null
  const most = type === 'number' ? NUMBER_DIGITS_MAX : ATTRIBUTE_LENGTH_MAX
  if (length === null || !Number.isInteger(length) || length < 1 || length > most)
    refuseField(
      'length',
      type === 'number' && length !== null && length > most ? 'range' : 'attribute_length',
    )
  return length
}

function readRange({ type, min, max }: SaveInput['attributes'][number]): {
  min: string | null
  max: string | null
} {
  if (type !== 'number') return { min: null, max: null }
  const [low, high] = [canonicalNumber(min ?? ''), canonicalNumber(max ?? '')]
  if (low === undefined || high === undefined || compareNumbers(low, high) > 0)
    refuseField('min', 'min_and_max')
  if (digitsOf(low) > NUMBER_DIGITS_MAX || digitsOf(high) > NUMBER_DIGITS_MAX) refuseField('min', 'range')
  return { min: low, max: high }
}

function readOptions(texts: readonly string[]): string[] {
  const options = texts.map((text) => text.trim().normalize('NFC')).filter((text) => text !== '')
  const tooMany = options.length === 0 || options.length > OPTIONS_MAX
  if (
    tooMany ||
    options.some((one) => lengthOf(one) > OPTION_LENGTH_MAX) ||
    new Set(options).size < options.length
  )
    refuseField('options', 'attribute_options')
  return options
}

/** Names are the headings of workbooks, so none may stand twice. */
function refuseRepeated(all: readonly LibraryAttribute[]): void {
  const [names, codes] = [new Set<string>(), new Set<string>()]
  for (const { attributeName: name, code } of all) {
    if (names.has(name)) refuse('name_taken', { name })
    if (codes.has(code.toLowerCase())) refuse('code_taken', { code })
    names.add(name)
    codes.add(code.toLowerCase())
  }
}

async function refuseLosing(
  tx: Tx,
  attribute: LibraryAttribute,
  confirmed: ReadonlySet<string>,
): Promise<void> {
  const { attributeId, attributeName: name } = attribute
  if (confirmed.has(attributeId)) return
  const count = await store.countValues(tx, attributeId)
  if (count > 0) refuse('attribute_has_values', { attributeId, name, count })
}

/** Refuses rules that stored values do not fit. */
async function refuseUnfit(tx: Tx, was: LibraryAttribute, now: LibraryAttribute): Promise<void> {
  const { attributeId, attributeName: name } = now
  if (was.type !== now.type) {
    const count = await store.countValues(tx, attributeId)
    if (count > 0) refuse('attribute_type_fixed', { attributeId, name, count })
    return
  }
  if (!isNarrower(was, now)) return
  const count = await store.countUnfit(tx, now)
  if (count > 0) refuse('attribute_values_unfit', { attributeId, name, count })
}

function isNarrower(was: LibraryAttribute, now: LibraryAttribute): boolean {
  const shorter = now.length !== null && (was.length === null || now.length < was.length)
  const fewer = was.options.some((option) => !now.options.includes(option))
  const higher = was.min !== null && now.min !== null && compareNumbers(now.min, was.min) > 0
  const lower = was.max !== null && now.max !== null && compareNumbers(now.max, was.max) < 0
  return shorter || fewer || higher || lower
}
