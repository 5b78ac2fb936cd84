import { type AdminPerson, changePeople, type PersonResult } from '@clouddisk/contract/admin-people'
import { call } from '../../../lib/api.ts'
import type { PeopleChange, PeopleToChange } from '../../../lib/directory.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { ask, confirm } from '../../../ui/confirm.tsx'
import { showError } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { NO_DEPARTMENT } from '../data.ts'
import { t } from '../strings.ts'
import { blockUnload, showGeneratedPasswords } from './passwords.ts'

/** What is done to people, one or many: each by itself, told in one sentence. */

/** Changes them; answers those that were, and tells of the others. Throws what the call as a whole fails with. */
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

const showingErrors = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    showError(t('notChanged'), error)
  }
}

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

/** At once: the switch that does it has said what follows. */
export const freezeNow = (people: PeopleToChange): Promise<void> =>
  showingErrors(
    changePeopleAndRefresh(people, { action: 'freeze' }).then((done) =>
      showDone('frozenNow', done, () => changePeopleAndRefresh(done, { action: 'unfreeze' })),
    ),
  )

export const unfreeze = (people: PeopleToChange): Promise<void> =>
  showingErrors(
    changePeopleAndRefresh(people, { action: 'unfreeze' }).then((done) =>
      showDone('unfrozenNow', done, () => changePeopleAndRefresh(done, { action: 'freeze' })),
    ),
  )

function showDone(
  words: 'frozenNow' | 'unfrozenNow' | 'changed',
  done: readonly PersonResult[],
  undo: () => Promise<unknown>,
): void {
  if (done.length === 0) return
  toast.ok(t(words, { count: done.length }), {
    action: { label: t('undo'), run: () => void showingErrors(undo()) },
  })
}

/** One field of all of them, and with the undo each gets back what it had. Throws what the call as a whole fails with. */
export async function changeField(people: readonly AdminPerson[], change: FieldChange): Promise<void> {
  const done = await changePeopleAndRefresh(people, change)
  const ids = new Set(done.map(({ userId }) => userId))
  const changed = people.filter(({ userId }) => ids.has(userId))
  showDone('changed', done, async () => {
    // Those who had the same get it back together.
    const before = Map.groupBy(changed, (person) => JSON.stringify(fieldOf(person, change.action)))
    for (const [had, some] of before) await changePeopleAndRefresh(some, JSON.parse(had) as FieldChange)
  })
}

type BatchField = 'capacity' | 'roles' | 'department' | 'validity'
export type FieldChange = PeopleChange & { readonly action: BatchField }

/** What somebody has now, as the change that gives it. */
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
  // The old ones are gone before the new ones are here: whoever leaves meanwhile loses these.
  const release = blockUnload()
  await showingErrors(
    changeAll(people, { action: 'resetPassword' }).then((done) => {
      const made = done.flatMap(({ accountName, userRealName, password }) =>
        password === undefined ? [] : [{ accountName, userRealName, password }],
      )
      if (made.length > 0) void showGeneratedPasswords(made)
    }),
  )
  release()
  await refreshDirectory()
}
