import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import { refuseScim } from './fault.ts'
import type { CompareOperator, Filter } from './filter.ts'

/** Filters as conditions on rows. Values are parameters, attributes are looked up in a table: nothing of a filter becomes SQL text. */

type Condition = RawBuilder<boolean>

interface Single {
  readonly kind: 'text' | 'exact' | 'key' | 'boolean' | 'time'
  readonly expression: RawBuilder<unknown>
}
interface Multiple {
  readonly kind: 'elements'
  /** `from` clause with the alias of an element. */
  readonly from: RawBuilder<unknown>
  readonly subs: Readonly<Record<string, Single>>
}
/** Attributes by their names in lower case. `key` is compared by `nameKey`. */
export type Attributes = Readonly<Record<string, Single | Multiple>>

type Comparison = Extract<Filter, { kind: 'compare' }>

const wrong = (reason: string): never => refuseScim(400, 'filter', reason, 'invalidFilter')

export function conditionOf(attributes: Attributes, filter: Filter): Condition {
  switch (filter.kind) {
    case 'and':
      return sql`(${conditionOf(attributes, filter.left)} and ${conditionOf(attributes, filter.right)})`
    case 'or':
      return sql`(${conditionOf(attributes, filter.left)} or ${conditionOf(attributes, filter.right)})`
    case 'not':
      return sql`(not ${conditionOf(attributes, filter.of)})`
    case 'some': {
      const attribute = attributeOf(attributes, filter.attribute)
      if (attribute.kind !== 'elements') return wrong(filter.attribute)
      return sql`exists (select ${attribute.from} and ${conditionOf(attribute.subs, filter.where)})`
    }
    case 'present':
      return withAttribute(attributes, filter.attribute, ({ expression, kind }) =>
        kind === 'text' || kind === 'exact'
          ? sql`coalesce(${expression}, '') <> ''`
          : sql`${expression} is not null`,
      )
    case 'compare':
      return withAttribute(attributes, filter.attribute, (attribute) => compared(attribute, filter))
  }
}

function attributeOf(attributes: Attributes, name: string): Single | Multiple {
  return Object.hasOwn(attributes, name) ? (attributes[name] as Single | Multiple) : wrong(name)
}

/** `emails`, and `emails.value`, are met by any of the elements. */
function withAttribute(
  attributes: Attributes,
  name: string,
  condition: (attribute: Single) => Condition,
): Condition {
  if (Object.hasOwn(attributes, name)) {
    const attribute = attributeOf(attributes, name)
    if (attribute.kind !== 'elements') return condition(attribute)
  }
  const dot = name.lastIndexOf('.')
  const attribute = attributeOf(attributes, dot < 0 ? name : name.slice(0, dot))
  if (attribute.kind !== 'elements') return wrong(name)
  const sub = attributeOf(attribute.subs, dot < 0 ? 'value' : name.slice(dot + 1))
  return sub.kind === 'elements' ? wrong(name) : sql`exists (select ${attribute.from} and ${condition(sub)})`
}

function compared({ kind, expression }: Single, { operator, value, attribute }: Comparison): Condition {
  if (value === null) {
    if (operator === 'eq') return sql`${expression} is null`
    return operator === 'ne' ? sql`${expression} is not null` : wrong(attribute)
  }
  if (kind === 'boolean') return comparedBoolean(expression, operator, value, attribute)
  if (typeof value !== 'string') return wrong(`${attribute} ${operator} ${value}`)
  if (kind === 'time') {
    const time = Date.parse(value)
    if (Number.isNaN(time) || !ORDERED.has(operator)) wrong(value)
    return ordered(sql`${expression}`, operator, sql`${new Date(time)}::timestamptz`)
  }
  if (kind === 'key') return ordered(expression, operator, sql`${nameKey(value)}::text`)
  if (kind === 'exact') return ordered(sql`coalesce(${expression}, '')`, operator, sql`${value}::text`)
  return ordered(sql`lower(coalesce(${expression}, ''))`, operator, sql`lower(${value}::text)`)
}

const ORDERED: ReadonlySet<CompareOperator> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])

function comparedBoolean(
  expression: RawBuilder<unknown>,
  operator: CompareOperator,
  value: string | number | boolean,
  attribute: string,
): Condition {
  // Texts, as Entra ID writes them.
  const wanted =
    typeof value === 'boolean' ? value : /^(true|false)$/i.test(String(value)) && /^t/i.test(String(value))
  if (typeof value === 'number' || (typeof value === 'string' && !/^(true|false)$/i.test(value)))
    wrong(String(value))
  if (operator === 'eq') return sql`coalesce(${expression}, false) = ${wanted}`
  return operator === 'ne'
    ? sql`coalesce(${expression}, false) <> ${wanted}`
    : wrong(`${attribute} ${operator}`)
}

function ordered(a: RawBuilder<unknown>, operator: CompareOperator, b: RawBuilder<unknown>): Condition {
  switch (operator) {
    case 'eq':
      return sql`${a} = ${b}`
    case 'ne':
      return sql`${a} is distinct from ${b}`
    case 'gt':
      return sql`${a} > ${b}`
    case 'ge':
      return sql`${a} >= ${b}`
    case 'lt':
      return sql`${a} < ${b}`
    case 'le':
      return sql`${a} <= ${b}`
    case 'co':
      return sql`strpos(${a}, ${b}) > 0`
    case 'sw':
      return sql`starts_with(${a}, ${b})`
    case 'ew':
      return sql`right(${a}, length(${b})) = ${b}`
  }
}

/** To sort by; of several values the first. */
export function orderOf(attributes: Attributes, sortBy: string, order: string): RawBuilder<unknown> {
  const attribute = Object.hasOwn(attributes, sortBy) ? attributes[sortBy] : undefined
  if (!attribute || attribute.kind === 'elements') return refuseScim(400, 'path', sortBy, 'invalidPath')
  const { kind, expression } = attribute
  const by = kind === 'text' ? sql`lower(coalesce(${expression}, ''))` : expression
  return order.toLowerCase() === 'descending' ? sql`${by} desc` : by
}
