import type { Static, TObject, TSchema } from 'typebox'
import type { AdminArea, AdminRight } from './admin-areas.ts'
import type { ErrorName } from './errors.ts'

/** Who may call at all. What a caller may do to an item is decided by the server's rule engine. */
export type Door = 'anyone' | 'signed-in'

/** One call: what crosses the wire, in one value that server, web, desktop and tests execute (C section 3). */
export interface Route<I extends TObject = TObject, R extends TSchema = TSchema> {
  /** Stable name, unique in the contract; also the OpenAPI operationId. */
  readonly name: string
  /** The first is the one clients use; the others are answered alike. */
  readonly methods: readonly [Method, ...Method[]]
  /** Below `/disk/api` unless `absolute`. `{x}` marks a path parameter, which is also a field of `input`. */
  readonly path: string
  /** Other addresses of the same call, whole paths (C6, C37). */
  readonly aliases: readonly string[]
  readonly door: Door
  /** The administration's area that it belongs to, and what it needs there; null outside of the administration (G10). */
  readonly admin: { readonly area: AdminArea; readonly right: AdminRight } | null
  /** True where the call changes something: it then needs `X-Requested-With` from a browser. */
  readonly changes: boolean
  /** True where the call may change much of a tree: a person's are worked a few at a time. */
  readonly restructures: boolean
  /** True where the call asks another server first, which may be slow: it takes no turn of the calls that change something. */
  readonly remote: boolean
  /** True where the answer is a workbook or rows of any number: a person's are made one after the other. */
  readonly exports: boolean
  /** Whether the caller must have proved lately who they are, for this input if it depends. */
  readonly confirm: Confirm | undefined
  /** Bytes of a request's body, at most. */
  readonly bodyMax: number
  /** Taken alike from the query string, a form body or a JSON body. */
  readonly input: I
  /** Shape of the envelope's `data`; `raw` calls answer a file, a stream or a redirect instead. */
  readonly reply: R
  readonly raw: boolean
  readonly errors: readonly ErrorName[]
  readonly summary: string
}

/** Whether the caller must have proved lately who they are: always, or by what the call asks for. */
export type Confirm = true | ((input: Readonly<Record<string, unknown>>) => boolean)

export type Method = 'GET' | 'POST' | 'PUT'
export type Input<T extends Route> = Static<T['input']>
export type Reply<T extends Route> = Static<T['reply']>

interface RouteDefinition<I extends TObject, R extends TSchema> {
  name: string
  method: Method | readonly [Method, ...Method[]]
  path: string
  aliases?: readonly string[]
  door?: Door
  admin?: AdminArea
  /** Where it changes something, but nothing of its area. */
  adminRight?: AdminRight
  changes?: boolean
  restructures?: boolean
  remote?: boolean
  exports?: boolean
  confirm?: Confirm
  bodyMax?: number
  input: I
  reply: R
  raw?: boolean
  errors?: readonly ErrorName[]
  summary: string
}

/** Areas in which every change decides who gets in, or what administrators may do. */
const CONFIRMED_AREAS: ReadonlySet<AdminArea> = new Set(['identity', 'access', 'roles'])

const KB = 1024
/** What a call needs that takes no list. */
export const BODY_MAX = 64 * KB
/** Two thousand ids however they are written: twice what any call takes, so that it can say how many those are. */
export const IDS_BODY_MAX = 128 * KB
/** What anybody may make the server read. */
const OPEN_BODY_MAX = 16 * KB
/** Thousands of names, each as long as it may be. */
export const NAMES_BODY_MAX = 4 * 1024 * KB

/**
 * Declares a call. Reading calls are GET or say `changes: false`; every other one changes something, and in the
 * administration needs the right to.
 */
export function route<I extends TObject, R extends TSchema>(definition: RouteDefinition<I, R>): Route<I, R> {
  const methods = (
    typeof definition.method === 'string' ? [definition.method] : definition.method
  ) as Route['methods']
  const changes = definition.changes ?? methods[0] !== 'GET'
  const { admin } = definition
  const right = definition.adminRight ?? (changes ? 'change' : 'read')
  const isDangerous = admin !== undefined && right === 'change' && CONFIRMED_AREAS.has(admin)
  return {
    name: definition.name,
    methods,
    path: definition.path,
    aliases: definition.aliases ?? [],
    door: definition.door ?? 'signed-in',
    admin: admin ? { area: admin, right } : null,
    changes,
    restructures: definition.restructures ?? false,
    remote: definition.remote ?? false,
    exports: definition.exports ?? false,
    confirm: definition.confirm ?? (isDangerous || undefined),
    bodyMax: definition.bodyMax ?? (definition.door === 'anyone' ? OPEN_BODY_MAX : BODY_MAX),
    input: definition.input,
    reply: definition.reply,
    raw: definition.raw ?? false,
    errors: definition.errors ?? [],
    summary: definition.summary,
  }
}

/** The prefix of every call that is not absolute. */
export const API_PREFIX = '/disk/api'
export const BASE_PATH = '/disk/'

/** The whole path of a call, with path parameters filled in from `input`. */
export function pathOf(target: Route, input: Record<string, unknown> = {}): string {
  const path = target.path.startsWith('/disk/') ? target.path : API_PREFIX + target.path
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(input[key] ?? '')))
}
