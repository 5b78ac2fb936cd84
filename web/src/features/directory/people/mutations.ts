import { type AdminPerson, changePeople, type PersonResult } from '@clouddisk/contract/admin-people'
import { call } from '../../../lib/api.ts'
import { type PeopleChange, type PeopleToChange, refreshDirectory } from '../../../lib/directory.ts'
import { ask, confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { NO_DEPARTMENT } from '../data.ts'
import { t } from '../strings.ts'
import { blockUnload, passwordsOf, showGeneratedPasswords } from './passwords.ts'

/** Changes of one or many people: each is made independently, and one message reports all. */

/** Returns those that were changed, and shows the others. Throws if the call as a whole fails. */
export async function changePeopleAndRefresh(
  people: PeopleToChange,
  change: PeopleChange,
): Promise<readonly PersonResult[]> {
  const done = await changeAll(people, change)
  await refreshDirectory()
  return done
}

async function changeAll(people: PeopleToChange, change: PeopleChange): Promise<readonly PersonResult[]> {
  const { list } = await call(changePeople, { userIds: people.map(({ userId }) => userId), ...change })
  const failed = list.filter(({ errcode }) => errcode !== 0)
  if (failed.length > 0)
    void ask({
      type: 'error',
      title: t('someNotChanged', { count: failed.length }),
      list: failed.map((one) => ({
        label: t('nameAndAccount', { name: one.userRealName, account: one.accountName }),
        value: one.errmsg,
      })),
      cancelText: null,
    })
  return list.filter(({ errcode }) => errcode === 0)
}

const showingErrors = (work: () => Promise<unknown>) => withErrorMessage(t('notChanged'), work)

const names = (people: PeopleToChange) =>
  people.slice(0, 50).map((one) => ({ label: one.userRealName, value: one.accountName }))

export async function freeze(people: PeopleToChange): Promise<boolean> {
  const go = await confirm({
    type: 'warning',
    title: t('freezeTitle', { count: people.length }),
    text: t('freezeText'),
    list: names(people),
    confirmText: t('freeze'),
    danger: true,
  })
  if (go) await freezeNow(people)
  return go
}

/** Does not ask: the switch that calls it says what follows. */
export const freezeNow = (people: PeopleToChange) =>
  showingErrors(async () => {
    const done = await changePeopleAndRefresh(people, { action: 'freeze' })
    showDone('frozenNow', done, () => changePeopleAndRefresh(done, { action: 'unfreeze' }))
  })

export const unfreeze = (people: PeopleToChange) =>
  showingErrors(async () => {
    const done = await changePeopleAndRefresh(people, { action: 'unfreeze' })
    showDone('unfrozenNow', done, () => changePeopleAndRefresh(done, { action: 'freeze' }))
  })

function showDone(
  message: 'frozenNow' | 'unfrozenNow' | 'changed',
  done: readonly PersonResult[],
  undo: () => Promise<unknown>,
): void {
  if (done.length === 0) return
  toast.ok(t(message, { count: done.length }), {
    action: { label: t('undo'), run: () => void showingErrors(undo) },
  })
}

/** Changes one field of all of them; the undo restores each value. Throws if the call as a whole fails. */
export async function changeField(people: readonly AdminPerson[], change: FieldChange): Promise<void> {
  const done = await changePeopleAndRefresh(people, change)
  const ids = new Set(done.map(({ userId }) => userId))
  const changed = people.filter(({ userId }) => ids.has(userId))
  showDone('changed', done, async () => {
    // One call restores all that had the same value.
    const before = Map.groupBy(changed, (person) => JSON.stringify(fieldOf(person, change.action)))
    for (const [had, some] of before) await changePeopleAndRefresh(some, JSON.parse(had) as FieldChange)
  })
}

type BatchField = 'capacity' | 'roles' | 'department' | 'validity'
export type FieldChange = PeopleChange & { readonly action: BatchField }

/** The change that restores the person's present value. */
function fieldOf(person: AdminPerson, action: BatchField): FieldChange {
  switch (action) {
    case 'capacity':
      return { action, totalCapacity: person.totalCapacity ?? 'unlimited' }
    case 'roles':
      return { action, roles: person.roles.map(({ roleId }) => roleId) }
    case 'department':
      return { action, departmentId: person.departmentId ?? NO_DEPARTMENT }
    case 'validity':
      return { action, validUntil: person.validUntil ?? 'forever' }
  }
}

export async function resetPasswords(people: PeopleToChange): Promise<void> {
  const go = await confirm({
    type: 'warning',
    title: t('resetTitle', { count: people.length }),
    text: t('resetText'),
    list: names(people),
    confirmText: t('resetPassword'),
  })
  if (!go) return
  // The server replaces passwords before the page has them: leaving the page meanwhile loses them.
  const release = blockUnload()
  await showingErrors(async () => {
    const passwords = passwordsOf(await changeAll(people, { action: 'resetPassword' }))
    if (passwords.length > 0) void showGeneratedPasswords(passwords)
  })
  release()
  await refreshDirectory()
}

export async function resetSecondFactors(people: PeopleToChange): Promise<void> {
  const go = await confirm({
    type: 'warning',
    title: t('resetFactorTitle', { count: people.length }),
    text: t('resetFactorText'),
    list: names(people),
    confirmText: t('resetSecondFactor'),
  })
  if (!go) return
  await showingErrors(async () => {
    const done = await changePeopleAndRefresh(people, { action: 'resetSecondFactor' })
    if (done.length > 0) toast.ok(t('changed', { count: done.length }))
  })
}
