import { refuseValue } from './fault.ts'
import { type Filter, type Path, selects } from './filter.ts'
import type { ScimName } from './user-resource.ts'
import {
  isObject,
  type JsonObject,
  readElement,
  readElements,
  readText,
  type ScimValue,
  withOnePrimary,
} from './values.ts'

/** Names and multi-valued attributes, changed in part. */

export type PatchOperation = 'add' | 'replace' | 'remove'

const NAME_PARTS = { formatted: 'formatted', familyname: 'familyName', givenname: 'givenName' } as const
type NameDraft = { -readonly [K in keyof ScimName]?: string | undefined }

/** Parts that are not said stay. */
export function changedName(
  before: ScimName | undefined,
  op: PatchOperation,
  sub: string | undefined,
  value: unknown,
): ScimName | undefined {
  if (sub === undefined && op === 'remove') return undefined
  const name: NameDraft = { ...before }
  const set = (key: string, text: unknown) => {
    const lower = key.toLowerCase()
    // Middle names and titles have no place here.
    if (!Object.hasOwn(NAME_PARTS, lower)) return
    const part = NAME_PARTS[lower as keyof typeof NAME_PARTS]
    name[part] = op === 'remove' ? undefined : readText(`name.${part}`, text)
  }
  if (sub !== undefined) set(sub, value)
  else if (isObject(value)) for (const [key, text] of Object.entries(value)) set(key, text)
  else if (value !== null) refuseValue('type', 'name')
  const parts = Object.entries(name).filter(([, text]) => text !== undefined)
  return parts.length > 0 ? (Object.fromEntries(parts) as ScimName) : undefined
}

interface ElementChange extends Pick<Path, 'where' | 'sub'> {
  readonly op: PatchOperation
  readonly value: unknown
}

export function changedElements(
  name: string,
  before: readonly ScimValue[],
  { op, where, sub, value }: ElementChange,
): readonly ScimValue[] {
  const isChosen = (one: ScimValue) => !where || selects(where, { ...one })
  if (op === 'remove')
    return before.flatMap((one) => {
      if (!isChosen(one)) return one
      return sub === undefined || sub === 'value' ? [] : withoutSub(one, sub)
    })
  if (!where && sub === undefined) {
    const given = readElements(name, value)
    const others = op === 'replace' ? [] : before.filter((one) => !given.some((other) => isSame(one, other)))
    return withOnePrimary([...others, ...given])
  }
  const update = (one: ScimValue | JsonObject) =>
    sub === undefined
      ? readElement(name, isObject(value) ? { ...one, ...lowered(value) } : { ...one, value })
      : readElement(name, { ...one, [sub]: value })
  if (before.some(isChosen))
    return withOnePrimary(before.flatMap((one) => (isChosen(one) ? (update(one) ?? []) : one)))
  // Entra ID changes an element that is not there yet, and expects it to be made.
  const made = update(elementOf(where))
  return made ? withOnePrimary([...before, made]) : before
}

const lowered = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]))

const isSame = (one: ScimValue, other: ScimValue): boolean =>
  one.value.toLowerCase() === other.value.toLowerCase() && (one.type ?? '') === (other.type ?? '')

function withoutSub({ value, type, primary }: ScimValue, sub: string): ScimValue {
  return {
    value,
    ...(type !== undefined && sub !== 'type' && { type }),
    ...(primary !== undefined && sub !== 'primary' && { primary }),
  }
}

/** What an element has to have for the filter to select it. */
function elementOf(where: Filter | undefined): JsonObject {
  if (where?.kind === 'and') return { ...elementOf(where.left), ...elementOf(where.right) }
  return where?.kind === 'compare' && where.operator === 'eq' ? { [where.attribute]: where.value } : {}
}
