// @module-tag long
import { randomUUID } from 'node:crypto'
import type { Method, Route } from '@clouddisk/contract/route'
import { pathOf } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from './person.ts'
import { openWorld, PASSWORD, type World } from './world.ts'

/**
 * Every field of every call, empty, missing, of the wrong type and out of range: in a query, a form and JSON the answer is
 * the same, it is never a fault of the server, and what is refused changes nothing.
 */

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  // An export is put into a queue, which has to be there; nobody works it.
  await world.jobs.start()
  await world.jobs.stop()
})
afterAll(() => world.close())

/** By JSON Schema; which keys are there depends on the kind of field. */
interface Field extends TSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Field[]
  readonly items?: Field
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minItems?: number
  readonly required?: readonly string[]
  readonly pattern?: string
  readonly 'x-commas'?: boolean
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Field>>
}

const fieldsOf = (route: Route) => Object.entries(route.input.properties) as [string, Field][]
const isRequired = (route: Route, key: string) =>
  ((route.input.required ?? []) as readonly string[]).includes(key)
const branches = (field: Field): readonly Field[] => field.anyOf?.flatMap(branches) ?? [field]
const typesOf = (field: Field) => branches(field).map(({ type }) => type)
const isInPath = (route: Route, key: string) => route.path.includes(`{${key}}`)
const isList = (field: Field) => typesOf(field).includes('array')

/** Counted on, so that what is made by one try is in no other's way. */
let tries = 0

/** What a call is made with beside the field that is tried: of the right kind, and nobody's. */
function plausible(route: Route): Record<string, unknown> {
  const required = fieldsOf(route).filter(([key]) => isRequired(route, key))
  return Object.fromEntries(required.map(([key, field]) => [key, valueFor(key, field)]))
}

function valueFor(key: string, field: Field): unknown {
  const known = KNOWN[key]?.()
  if (known !== undefined && Value.Check(field, known)) return known
  const [first = field] = branches(field)
  if (first.enum) return first.enum[0]
  if (first.type === 'array') return [valueFor('', first.items ?? {})]
  if (first.type === 'object') {
    const inner = Object.entries(first.properties ?? {})
    return Object.fromEntries(inner.map(([name, one]) => [name, valueFor(name, one)]))
  }
  if (first.type === 'integer' || first.type === 'number') return Math.max(1, first.minimum ?? 1)
  if (first.type === 'boolean') return true
  return randomUUID()
}

const KNOWN: Record<string, () => unknown> = {
  userName: () => admin.user.userName,
  username: () => admin.user.userName,
  password: () => PASSWORD,
  oldPassword: () => 'Wrong-horse1',
  newPassword: () => 'Other-horse2',
  instanceName: () => `name ${++tries}`,
  accountName: () => `account_${++tries}`,
  departmentSeparator: () => '/',
  scheduleTime: () => '03:00',
  departmentName: () => `department_${++tries}`,
  groupName: () => `group ${++tries}`,
  roleName: () => `role ${++tries}`,
  roles: () => ['member'],
  items: () => ['list'],
  validUntil: () => 'forever',
  totalCapacity: () => 1_000_000,
  bucketName: () => 'nowhere',
  endpoint: () => 'http://127.0.0.1:9',
  clusterName: () => `cluster ${++tries}`,
  siteName: () => `site ${++tries}`,
  cloudName: () => `cloud ${++tries}`,
  nodeName: () => `node_${++tries}`,
  resourceUri: () => '/nowhere/x',
  fSize: () => 10,
  // Blank, and so refused: feedback is taken so often a day.
  text: () => ' ',
  // Refused at once: an address that does not answer is tried for seconds.
  address: () => 'http://169.254.169.254/',
}

/** A try: as text, as it goes in a query and a form, and as JSON has it. */
interface Try {
  readonly text: string | readonly string[]
  readonly json?: unknown
}

const text = (value: string): Try => ({ text: value })
const typed = (json: unknown): Try => ({ text: typeof json === 'string' ? json : JSON.stringify(json), json })

/** A field that many calls declare by the same schema is tried in full at the first of them. */
const tried = new Set<Field>()

function badOnes(field: Field): Try[] {
  const isFirst = !tried.has(field)
  tried.add(field)
  const all = branches(field)
  const tries: Try[] = []
  const [number] = all.filter(({ type }) => type === 'integer' || type === 'number')
  if (number) {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = number
    const wrong = isFirst
      ? ['0x10', '1e3', ' 1', '+1', '01', '1.', '.5', 'Infinity', '٣', '9'.repeat(400)]
      : ['one']
    tries.push(...wrong.map(text))
    if (number.type === 'integer') tries.push(typed(1.5), typed(2 ** 53))
    if (Number.isSafeInteger(minimum)) tries.push(typed(minimum - 1))
    if (Number.isSafeInteger(maximum) && maximum < Number.MAX_SAFE_INTEGER) tries.push(typed(maximum + 1))
  }
  if (all.every(({ type }) => type === 'boolean'))
    tries.push(text('maybe'), typed(2), text(' true'), text('TRUE'))
  if (all.some((one) => one.enum)) tries.push(text('nonsense'), text(' '))
  if (all.every(({ type, enum: values }) => (type === 'string' || type === 'null') && !values)) {
    const longest = Math.max(...all.map(({ maxLength = 0 }) => maxLength))
    if (longest > 0) tries.push(text('x'.repeat(longest + 1)))
  }
  if (isList(field)) {
    const list = all.find(({ type }) => type === 'array')
    const { items, maxItems } = list ?? {}
    // A name may begin like JSON.
    if (list?.['x-commas'] !== false) tries.push(text('['), text('[1'))
    tries.push(typed([[]]), typed([{}]), typed([1]), typed([true]))
    if (items?.type === 'object') tries.push(text('a,b'), typed({ a: 1 }))
    const one = items?.type === 'string' ? 'x' : valueFor('', items ?? {})
    if (maxItems !== undefined) tries.push(typed(Array(maxItems + 1).fill(one)))
  } else if (!typesOf(field).includes('string')) {
    if (!all.some(takesEmpty)) tries.push(typed({}))
    tries.push(typed([]), typed([1, 2]))
  }
  if (typesOf(field).includes('string') || all.some((one) => one.enum)) tries.push(text('a\u0000b'))
  return tries
}

/** An object all of whose fields may be left out. */
const takesEmpty = ({ type, required = [] }: Field): boolean => type === 'object' && required.length === 0

type Encoding = 'query' | 'form' | 'json' | 'typed'
const ENCODINGS: readonly Encoding[] = ['query', 'form', 'json', 'typed']
/** What is longer is refused as a header or a body, not as a field. */
const QUERY_MAX = 12_000
const BODY_MAX = 60_000
/** Of an address. */
const PATH_PIECE_MAX = 200

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const params = (input: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(input).map(([key, value]): [string, string] => [key, textOf(value)]),
  ).toString()

interface Answer {
  readonly status: number
  readonly errcode: number
  readonly field?: string
  readonly reason?: string
}

async function ask(
  route: Route,
  method: Method,
  encoding: Encoding,
  rest: Record<string, unknown>,
  { key, value }: { readonly key: string; readonly value?: Try | undefined },
): Promise<Answer | undefined> {
  const path = pathOf(route, { ...rest, ...(value && { [key]: value.text }) })
  const given = value && { [key]: encoding === 'typed' && 'json' in value ? value.json : value.text }
  const input = { ...rest, ...given }
  const headers: Record<string, string> = {}
  if (!NO_SESSION.has(route.name)) headers.authorization = `Bearer ${admin.token}`
  const query = params(input)
  if (query.length > (encoding === 'query' ? QUERY_MAX : BODY_MAX)) return undefined
  if (encoding === 'form') headers['content-type'] = 'application/x-www-form-urlencoded'
  else if (encoding !== 'query') headers['content-type'] = 'application/json'
  const got = await fetch(world.baseUrl + (encoding === 'query' ? `${path}?${query}` : path), {
    method,
    redirect: 'manual',
    headers,
    ...(encoding !== 'query' && { body: encoding === 'form' ? query : JSON.stringify(input) }),
  })
  const { status } = got
  expect(status, `${encoding} ${key}=${shown(value)}`).toBeLessThan(500)
  if (!got.headers.get('content-type')?.startsWith('application/json')) {
    await got.body?.cancel()
    return { status, errcode: 0 }
  }
  const { errcode, data } = (await got.json()) as { errcode: number; data: { field: string; reason: string } }
  return errcode === 20001 ? { status, errcode, field: data.field, reason: data.reason } : { status, errcode }
}

/** What ends the session that it is asked with. */
const NO_SESSION = new Set(['logout'])

/** The answer that all encodings give; fails where they differ. */
async function answerOf(route: Route, key: string, value?: Try): Promise<Answer> {
  const answers: [string, Answer][] = []
  const waysOf = (method: Method) =>
    ENCODINGS.filter(
      (one) => one === 'query' || (method === 'POST' && (one !== 'typed' || value?.json !== undefined)),
    )
  const ways = route.methods.flatMap((method) => waysOf(method).map((encoding) => ({ method, encoding })))
  for (const { method, encoding } of ways) {
    const answer = await ask(route, method, encoding, without(plausible(route), key), { key, value })
    if (answer) answers.push([`${method} ${encoding}`, answer])
  }
  const [[, first] = ['', { ...BAD, field: key }]] = answers
  const same = Object.fromEntries(answers.map(([how]) => [how, first]))
  expect(Object.fromEntries(answers), `${key}=${shown(value)}`).toEqual(same)
  return first
}

const shown = (value: Try | undefined) => JSON.stringify(value)?.slice(0, 200)

function without(input: Record<string, unknown>, key: string): Record<string, unknown> {
  const { [key]: _, ...rest } = input
  return rest
}

// biome-ignore format: a list of tables
const TABLES = [
  'person', 'space', 'file', 'file_version', 'blob', 'trash', 'favorite', 'upload', 'job', 'file_grant', 'share', 'role',
  'person_role', 'department', 'bucket', 'change',
]
async function fingerprint(): Promise<string> {
  const parts = TABLES.map(
    (table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from "${table}" t)`,
  )
  const { rows } = await world.ctx.db.pool.query(`select ${parts.join(' || ')} as print`)
  return rows[0].print
}

const routes = ROUTES.filter((route) => fieldsOf(route).length > 0)

const BAD = { status: 400, errcode: 20001 }

describe.each(routes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  // Some calls end sessions.
  beforeAll(async () => {
    admin = await world.again(admin)
  })

  it('refuses what is of the wrong type or out of range', async () => {
    const before = await fingerprint()
    for (const [key, field] of fieldsOf(route))
      for (const one of badOnes(field)) {
        if (isInPath(route, key) && one.text.length > PATH_PIECE_MAX) continue
        const answer = await answerOf(route, key, one)
        expect(answer, `${key}=${shown(one)}`).toMatchObject({ ...BAD, field: key })
      }
    expect(await fingerprint()).toBe(before)
  })

  it('takes a field that is empty for one that is missing, unless it may be empty', async () => {
    for (const [key, field] of fieldsOf(route)) {
      if (isInPath(route, key)) continue
      const missing = await answerOf(route, key)
      const empty = await answerOf(route, key, text(''))
      if (isRequired(route, key))
        expect(missing, `no ${key}`).toEqual({ ...BAD, field: key, reason: 'missing' })
      if (!Value.Check(field, '')) expect(empty, `${key}=`).toEqual(missing)
    }
  })
})
