import type { AuditEventAction, AuditObjectType } from '@clouddisk/contract/audit'
import { sql } from 'kysely'
import pg from 'pg'
import { afterCommit, type Reader, type Tx } from '../db/database.ts'
import { currentRequestContext, requestContextJson } from '../db/request-context.ts'
import { compiledStatement } from '../db/statement.ts'

/**
 * Audit events that are not in the change feed: sign-ins, downloads, administration, refusals. Changes of the feed become
 * entries by themselves.
 */
export interface AuditEvent {
  readonly action: AuditEventAction
  readonly object?: { readonly type: AuditObjectType; readonly id: string | null; readonly name: string }
  /** Further details, such as the previous value. Never a password or a token. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly result?: 'ok' | 'refused'
  /** The actor, if the request does not have it: at sign-in. */
  readonly actor?: { readonly id: string; readonly name: string; readonly account: string }
  /** Likewise the chosen region. */
  readonly region?: string | undefined
}

const listeners = new Set<() => void>()

/** Calls `wake` after an event of this process was recorded. */
export function onAuditEvent(wake: () => void): () => void {
  listeners.add(wake)
  return () => listeners.delete(wake)
}

function notifyListeners(): void {
  for (const wake of listeners) wake()
}

/**
 * Records an event in the caller's transaction, so that it is logged if and only if the action is committed. Actor,
 * address and call come from the request context; on the command line there is no actor.
 */
export const audit = (tx: Tx, event: AuditEvent): Promise<void> => auditAll(tx, [event])

export async function auditAll(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  afterCommit(tx, notifyListeners)
  await tx.insertInto('audit_event').values(events.map(valuesOf)).execute()
}

/** `audit` outside a transaction, for events such as downloads and refusals. Resolves once the event is durable. */
export async function auditOutsideTransaction(db: Reader, event: AuditEvent): Promise<void> {
  const queue = queues.get(db) ?? new EventQueue(db)
  queues.set(db, queue)
  await queue.add(valuesOf(event))
  notifyListeners()
}

type EventValues = ReturnType<typeof valuesOf>

interface WaitingEvent {
  readonly values: EventValues
  readonly written: PromiseWithResolvers<void>
}

/**
 * Events that arrive while a statement runs wait for its end and are inserted together: each of them waits for the disk, which
 * costs the same for many.
 */
class EventQueue {
  readonly #db: Reader
  #waiting: WaitingEvent[] = []
  #isWriting = false

  constructor(db: Reader) {
    this.#db = db
  }

  add(values: EventValues): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ values, written })
    if (!this.#isWriting) void this.#writeAll()
    return written.promise
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, EVENTS_PER_STATEMENT))
    this.#isWriting = false
  }

  async #write(events: readonly WaitingEvent[]): Promise<void> {
    try {
      await insertEvents(this.#db, columnsOf(events.map(({ values }) => values)))
      for (const { written } of events) written.resolve()
    } catch (error) {
      // An event that the database refuses must not fail those beside it.
      if (events.length > 1 && isRefused(error)) for (const event of events) await this.#write([event])
      else for (const { written } of events) written.reject(error)
    }
  }
}

/** SQLSTATE classes 22 and 23: values that the database does not take. */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

const EVENTS_PER_STATEMENT = 500
const queues = new WeakMap<Reader, EventQueue>()

type EventColumns = { [K in keyof EventValues]: EventValues[K][] }

const columnsOf = (events: readonly EventValues[]): EventColumns => ({
  action: events.map(({ action }) => action),
  actor_id: events.map(({ actor_id }) => actor_id),
  actor_name: events.map(({ actor_name }) => actor_name),
  actor_account: events.map(({ actor_account }) => actor_account),
  result: events.map(({ result }) => result),
  object_type: events.map(({ object_type }) => object_type),
  object_id: events.map(({ object_id }) => object_id),
  object_name: events.map(({ object_name }) => object_name),
  detail: events.map(({ detail }) => detail),
  request_context: events.map(({ request_context }) => request_context),
})

const insertEvents = compiledStatement<EventColumns, never>(
  (slot) => sql`
    insert into audit_event (action, actor_id, actor_name, actor_account, result, object_type, object_id, object_name, detail,
      request_context)
    select g.action, g.actor_id, g.actor_name, g.actor_account, g.result, g.object_type, g.object_id, g.object_name,
      g.detail::jsonb, g.request_context::jsonb
    from unnest(${slot('action')}::text[], ${slot('actor_id')}::uuid[], ${slot('actor_name')}::text[],
      ${slot('actor_account')}::text[], ${slot('result')}::text[], ${slot('object_type')}::text[], ${slot('object_id')}::uuid[],
      ${slot('object_name')}::text[], ${slot('detail')}::text[], ${slot('request_context')}::text[])
      as g(action, actor_id, actor_name, actor_account, result, object_type, object_id, object_name, detail, request_context)`,
)

function valuesOf({
  action,
  object,
  detail,
  result = 'ok',
  actor = currentRequestContext()?.actor,
  region,
}: AuditEvent) {
  return {
    action,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    actor_account: actor?.account ?? null,
    result,
    object_type: object?.type ?? null,
    object_id: object?.id ?? null,
    object_name: object?.name ?? null,
    detail: detail ? JSON.stringify(detail) : null,
    request_context: requestContextJson(region ? { region } : undefined),
  }
}
