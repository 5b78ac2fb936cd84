import type { Principal } from '@clouddisk/contract/people'
import type { ShareRole } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { lockDepartments, type PrincipalRef, toStoredPrincipalType } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'

/** Whom something is shared with, as a call names them. */

export interface ShareRecipient extends PrincipalRef {
  readonly role: ShareRole
}

/** Each once, the last role of one that is named twice. */
export function readRecipients(
  ctx: Context,
  members: readonly (Principal & { role: ShareRole })[],
): ShareRecipient[] {
  const { recipientsMax } = ctx.config.limits
  const recipients = new Map<string, ShareRecipient>()
  for (const { principalType, principalId, role } of members) {
    if (!isId(principalId)) refuseField('members', 'unknown_value')
    const id = principalId.toLowerCase()
    recipients.set(id, { principalType: toStoredPrincipalType(principalType), principalId: id, role })
  }
  if (recipients.size === 0) refuse('no_recipient')
  if (recipients.size > recipientsMax) refuse('too_many_recipients', { limit: recipientsMax })
  return [...recipients.values()]
}

/** Refuses who is not there; who is stays until the transaction ends. The caller holds the spaces. */
export async function requireRecipients(
  tx: Tx,
  actor: Actor,
  recipients: readonly ShareRecipient[],
): Promise<void> {
  const there = await existing(tx, actor, recipients)
  const unknown = recipients.flatMap(({ principalId }) => (there.has(principalId) ? [] : [principalId]))
  if (unknown.length > 0) refuse('bad_field', { field: 'members', reason: 'unknown_value', unknown })
}

/** People who can sign in, departments, and groups that the caller is in: of others it need not know. */
async function existing(tx: Tx, actor: Actor, named: readonly PrincipalRef[]): Promise<Set<string>> {
  const ids = (type: PrincipalRef['principalType']) =>
    named.flatMap((one) => (one.principalType === type ? [one.principalId] : []))
  const groups = ids('group').filter((id) => actor.principals.includes(id))
  const people = await sql<{ id: string }>`
    select id from person where id = any(${ids('person')}::uuid[]) and status = 'active'
      and (valid_until is null or valid_until > ${actor.asOf}::timestamptz)
    order by id for key share`.execute(tx)
  const departments = await lockDepartments(tx, ids('department'))
  const { rows } = await sql<{ id: string }>`
    select id from "group" where id = any(${groups}::uuid[]) order by id for key share`.execute(tx)
  return new Set([...people.rows, ...rows].map(({ id }) => id).concat(departments))
}
