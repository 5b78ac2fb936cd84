import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../errors/refusal.ts'
import { freezeSynced, lockPeople } from '../../directory/synced-people.ts'
import { beginForLeaver } from '../../offboarding/offboarding.ts'
import { lockKnown } from './people-store.ts'
import type { Applying } from './plan.ts'
import { Report } from './report.ts'

/** Frozen and offboarded, as the directory has it; the last super administrator stays. */
export async function applyLeavers(
  ctx: Context,
  tx: Tx,
  { id, code, settings }: Applying,
  externalIds: readonly string[],
): Promise<Report> {
  const known = await lockKnown(tx, id, externalIds, 'lock')
  const locked = await lockPeople(
    tx,
    [...known.values()].map(({ personId }) => personId),
  )
  const people = new Map(locked.map((person) => [person.id, person]))
  const report = new Report()
  for (const externalId of externalIds) {
    const one = known.get(externalId)
    const person = one && people.get(one.personId)
    if (!one || !person) continue
    try {
      const frozen = (await freezeSynced(ctx, tx, person, code)) || one.frozen
      if (settings.leavers === 'offboard') await beginForLeaver(ctx, tx, person)
      await tx
        .updateTable('directory_person')
        .set({ left_at: ctx.now(), frozen, applied: null })
        .where('directory_id', '=', id)
        .where('external_id', '=', externalId)
        .execute()
      report.change({
        subject: 'person',
        kind: 'left',
        externalId,
        name: person.realName,
        detail: { account: person.accountName, dn: one.dn },
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.errorName !== 'last_admin') throw error
      report.problem('lastAdministrator', one.dn || person.accountName)
    }
  }
  return report
}
