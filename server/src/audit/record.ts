import type { AuditEventAction, AuditObjectType } from '@clouddisk/contract/audit'
import { afterCommit, type Reader, type Tx } from '../db/database.ts'
import { currentRequestContext, requestContextJson } from '../db/request-context.ts'

/**
 * What the changes feed does not tell and the audit log is to have: sign-ins, downloads, what administrators do,
 * refusals. Of changes there is no need to speak: each row of the feed becomes an entry by itself.
 */
export interface AuditEvent {
  readonly action: AuditEventAction
  readonly object?: { readonly type: AuditObjectType; readonly id: string | null; readonly name: string }
  /** What else is worth knowing, such as what it was before. Never a password or a token. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly result?: 'ok' | 'refused'
  /** Who did it, where the request does not say: at sign-in. */
  readonly actor?: { readonly id: string; readonly name: string; readonly account: string }
  /** Likewise: the one that was chosen. */
  readonly region?: string | undefined
}

const listeners = new Set<() => void>()

/** Called once something of this process was put down. */
export function onAuditEvent(wake: () => void): () => void {
  listeners.add(wake)
  return () => listeners.delete(wake)
}

function notifyListeners(): void {
  for (const wake of listeners) wake()
}

/**
 * Puts it down in the caller's transaction, so that it is in the log exactly when the deed is done. Who, from where and
 * by which call comes from the request that is being answered; on the command line nobody did it.
 */
export const audit = (tx: Tx, event: AuditEvent): Promise<void> => auditAll(tx, [event])

export async function auditAll(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  afterCommit(tx, notifyListeners)
  await tx.insertInto('audit_event').values(events.map(valuesOf)).execute()
}

/** The same for what has no transaction, such as a refusal. */
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
    circumstances: requestContextJson(region ? { region } : undefined),
  }
}
