import { type Method, pathOf, type Route } from '@clouddisk/contract/route'
import fc from 'fast-check'

/** What people, programs and attackers send: requests as bare data, drawn by fast-check. */

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

// biome-ignore format: a list of words
const WORDS = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202e', '../../etc/passwd', '..\\..', '%00', '%', "' or 1=1 --",
  '{{7*7}}', '<script>', '-1', '0', '1e309', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[]', '{}',
  '[object Object]', '__proto__', 'constructor', '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff', '2024-13-45T99:99:99Z', '9'.repeat(400), 'x'.repeat(70_000), '😀'.repeat(300), '5:3:', '1:1:',
]
// biome-ignore format: a list of numbers
const NUMBERS = [0, -0, -1, 1, 1.5, 1e15, 1e16, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e300, -1e300, 5e-324]
// biome-ignore format: a list of words
const BODIES = [
  '', '{', '{"a":', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '\u0000', '\ufeff{}', '{"a":1,"a":2}',
  'a=%zz&b=%', '{"a":"\\ud800"}', '[[]]', '"x"',
]
// biome-ignore format: a list of words
const QUERIES = [
  '%', '%zz', '&&&', '=', 'a[b][c]=1', 'a=1&a=2', 'instanceId=1&instanceId=2', '__proto__[x]=1', `a=${'x'.repeat(9000)}`,
  '%00', 'instanceId=%00', 'instanceId=%ed%a0%80', 'parentId[]=1', 'cursor=5:3:',
]
// biome-ignore format: a list of words
const TYPES = [
  'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x',
  'application/xml', 'application/json; charset=utf-16', 'nonsense', '*/*', 'application/',
]
// biome-ignore format: a list of words
const PIECES = ['nonsense', '%00', '%', '%zz', '..%2f..', 'x'.repeat(200), 'x'.repeat(2000), '%ed%a0%80', '']

export const word = fc.constantFrom(...WORDS)
/** As a piece of a path. */
export const pathWord = word.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4000))

const leaf = (real: readonly string[]) =>
  fc.oneof(
    word,
    fc.constantFrom(...NUMBERS),
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(...real),
  )
const value = (real: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: leaf(real) },
    fc.array(leaf(real), { maxLength: 4 }),
    fc.dictionary(fc.string(), leaf(real), { maxKeys: 3 }),
    fc.array(fc.array(leaf(real)), { maxLength: 2 }),
  )
const deep = fc
  .integer({ min: 1, max: 60_000 })
  .chain((depth) =>
    fc.constantFrom(
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"children":['.repeat(depth)}${']}'.repeat(depth)}`,
      `${'{"instanceName":"a","children":['.repeat(depth)}${']}'.repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ),
  )

/** What gets a call past its first look at a field, so that the garbage in the next one is met further in. */
const PLAUSIBLE: Record<string, unknown> = {
  fSize: 5,
  pageSize: 3,
  names: ['a'],
  fileName: 'YQ_d_d',
  fName: 'YQ_d_d',
  instanceName: 'a',
  children: [{ instanceName: 'b' }],
  conflict: 'skip',
  httpVerb: 'PUT',
  action: 'upload',
  bucketName: 'clouddisk',
  resourceUri: '/clouddisk/x',
  oldPassword: 'Wrong-horse1',
  newPassword: 'Other-horse2',
  sha256: 'a'.repeat(64),
  fMd5: 'b'.repeat(32),
  proof: 'c'.repeat(64),
}
const ABOUT_IDS = /parentId|instanceId|instances|target|targe|fileId|objectKey/i

const plausible = (key: string, real: readonly string[]): fc.Arbitrary<unknown> =>
  ABOUT_IDS.test(key) ? fc.constantFrom('0', ...real) : fc.constant(PLAUSIBLE[key])

/** Some of a call's own fields, each with something in it, and some of nobody's. */
function fields(route: Route, real: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const own = Object.keys(route.input.properties).map((key) => {
    const filled = fc.oneof(
      { weight: 3, arbitrary: plausible(key, real) },
      { weight: 1, arbitrary: value(real) },
    )
    return [key, filled] as const
  })
  const others = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'stranger', '')
  return fc
    .tuple(fc.record(Object.fromEntries(own)), fc.dictionary(others, value(real), { maxKeys: 2 }))
    .map(([known, strangers]) => ({ ...known, ...strangers }))
}

const json = (input: unknown): string => JSON.stringify(input) ?? 'null'
const form = (input: Record<string, unknown>, most = 5000): string =>
  new URLSearchParams(
    Object.entries(input).map(([key, one]): [string, string] => [
      key,
      (typeof one === 'string' ? one : json(one)).slice(0, most),
    ]),
  ).toString()

const body = (route: Route, real: readonly string[]): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    { weight: 6, arbitrary: fields(route, real).map(json) },
    fields(route, real).map((input) => json(input).slice(0, -3)),
    fields(route, real).map((input) => form(input)),
    value(real).map(json),
    deep,
    deep.map((text) => `{"instanceName":"a","children":${text}}`),
    fc.constantFrom(...BODIES),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )

const query = (route: Route, real: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fields(route, real).map((input) => form(input, 3000)) },
    fc.constantFrom(...QUERIES),
  )

const path = (route: Route): fc.Arbitrary<string> =>
  route.path.includes('{')
    ? fc.constantFrom(...PIECES).map((piece) => pathOf(route, { jobId: 'PIECE' }).replace('PIECE', piece))
    : fc.constantFrom(...spellings(route))

/** Every path that a call is served at. */
export const spellings = (route: Route): string[] => [pathOf(route, { jobId: 'x' }), ...route.aliases]

/** Any request to a call; `real` are ids that exist. */
export const requestTo = (route: Route, real: readonly string[]): fc.Arbitrary<Sent> =>
  fc
    .record({
      method: fc.constantFrom<Method>(...route.methods),
      path: path(route),
      query: query(route, real),
      body: body(route, real),
      type: fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
    })
    .map((drawn) => {
      const target = drawn.path + (drawn.query ? `?${drawn.query}` : '')
      return drawn.method === 'GET'
        ? { method: 'GET', path: target }
        : { method: 'POST', path: target, body: drawn.body, headers: { 'content-type': drawn.type } }
    })
