import type { AuditEventAction, AuditObjectType } from '@clouddisk/contract/audit'
import { afterCommit, type Reader, type Tx } from '../db/database.ts'
import { currentRequestContext, requestContextJson } from '../db/request-context.ts'

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

/** `auditAll` outside a transaction, for events such as refusals. */
export async function auditOutsideTransaction(db: Reader, event: AuditEvent): Promise<void> {
  await db.insertInto('audit_event').values(valuesOf(event)).execute()
  notifyListeners()
}

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
