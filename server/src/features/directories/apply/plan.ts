import type { DirectoryProblemKind } from '@clouddisk/contract/directory-runs'
import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import { isDirectoryAccountName, nameKey } from '@clouddisk/contract/names'
import type { Tx } from '../../../db/database.ts'
import { type KnownPerson, lockKnown, type Namesake, namesakesOf } from './people-store.ts'
import type { DirectoryPersonInput } from './person-input.ts'

/**
 * What will become of a directory's people. They are found again by the directory's own id; who has only the same name is a conflict
 * unless the directory may take accounts over.
 */

export interface Applying {
  readonly id: string
  /** Named in the audit log. */
  readonly code: string
  readonly settings: Pick<DirectorySettings, 'capacity' | 'leavers' | 'takeOver'>
  /** Whether an entry is gone from the directory, whose account a new entry may then have. */
  readonly isGone: (externalId: string) => boolean
}

/** What will become of somebody, before anything is changed. */
export type Plan =
  | { readonly kind: 'create' }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'update'; readonly known: KnownPerson; readonly namesake: Namesake | undefined }
  | { readonly kind: 'takeOver'; readonly namesake: Namesake }
  | { readonly kind: 'conflict'; readonly problem: DirectoryProblemKind }

export interface PlannedPerson {
  readonly person: DirectoryPersonInput
  readonly plan: Plan
}

export function planPerson(
  { settings, id, isGone }: Applying,
  person: DirectoryPersonInput,
  known: KnownPerson | undefined,
  namesake: Namesake | undefined,
): Plan {
  if (person.accountName === '') return { kind: 'conflict', problem: 'accountMissing' }
  if (!isDirectoryAccountName(person.accountName)) return { kind: 'conflict', problem: 'accountInvalid' }
  if (known)
    return { kind: 'update', known, namesake: namesake?.personId === known.personId ? undefined : namesake }
  if (!namesake) return { kind: person.disabled ? 'ignore' : 'create' }
  const { directoryId, externalId } = namesake
  if (directoryId !== null && directoryId !== id) return { kind: 'conflict', problem: 'accountElsewhere' }
  if (directoryId === null && namesake.isProtected)
    return { kind: 'conflict', problem: 'accountAdministrator' }
  if (externalId !== null && !isGone(externalId)) return { kind: 'conflict', problem: 'accountTwice' }
  if (settings.takeOver) return { kind: 'takeOver', namesake }
  return { kind: 'conflict', problem: externalId === null ? 'accountLocal' : 'accountTwice' }
}

/** Whose name somebody else of the same directory has. */
export const isTwice = (plan: Plan, directoryId: string): boolean =>
  plan.kind === 'conflict'
    ? plan.problem === 'accountTwice'
    : plan.kind === 'update' && plan.namesake?.directoryId === directoryId

export async function planPeople(
  db: Tx,
  directory: Applying,
  people: readonly DirectoryPersonInput[],
  mode: 'lock' | 'look',
): Promise<PlannedPerson[]> {
  const known = await lockKnown(
    db,
    directory.id,
    people.map(({ externalId }) => externalId),
    mode,
  )
  const namesakes = await namesakesOf(
    db,
    people.map(({ accountName }) => nameKey(accountName)),
  )
  const taken = new Set<string>()
  return people.map((person) => {
    const key = nameKey(person.accountName)
    const plan = planPerson(directory, person, known.get(person.externalId), namesakes.get(key))
    if (plan.kind !== 'create') return { person, plan }
    // Two new entries with one name.
    if (taken.has(key)) return { person, plan: { kind: 'conflict', problem: 'accountTwice' } }
    taken.add(key)
    return { person, plan }
  })
}
