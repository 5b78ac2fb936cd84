import type { AdminPerson, changePeople, PersonResult } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import type { ComponentType, Ref } from 'react'
import { queryClient } from './query-client.ts'
import { createStore } from './store.ts'

/** The administration's directory as its pages share it: one refresh for all queries, pickers and account changes. */

/** First part of the key of every query of the directory. */
export const DIRECTORY = 'admin-directory'

/** Counts changes of the directory, for trees, which keep their own copy. */
export const directoryVersion = createStore(0)

/** Invalidates every query of the directory. */
export async function refreshDirectory(): Promise<void> {
  directoryVersion.set(directoryVersion.get() + 1)
  await queryClient.invalidateQueries({ queryKey: [DIRECTORY] })
}

export interface DepartmentPickerProps {
  /** A department id; '0' for none, '' while nothing is chosen. */
  value: string
  onChange: (departmentId: string) => void
  /** Label of '0'; without it a department is required. */
  none?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

export interface PersonPickerProps {
  value: AdminPerson | undefined
  onChange: (person: AdminPerson | undefined) => void
  /** Id of a person to leave out. */
  without?: string | undefined
  placeholder: string
  /** Focused by a form when nobody is chosen. */
  ref?: ((element: HTMLElement | null) => void) | undefined
}

/** Provided by the directory, inside the administration only. */
export interface DirectoryExtension {
  readonly DepartmentPicker: ComponentType<DepartmentPickerProps>
  /** Picks a person who may sign in. */
  readonly PersonPicker: ComponentType<PersonPickerProps>
  /** Changes accounts and shows those refused; returns those changed. Throws if the call fails as a whole. */
  changePeople(people: PeopleToChange, change: PeopleChange): Promise<readonly PersonResult[]>
}

export type PeopleToChange = readonly Pick<AdminPerson, 'userId' | 'userRealName' | 'accountName'>[]
export type PeopleChange = Omit<Input<typeof changePeople>, 'userIds'>

/** A person to be offboarded. */
export interface OffboardedPerson {
  readonly userId: string
  readonly userRealName: string
  readonly accountName: string
  readonly frozen: boolean
}

export interface OffboardingWizardProps {
  person: OffboardedPerson
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Opens the list of offboarded people; undefined on that list itself. */
  onList?: (() => void) | undefined
}

/** Provided by offboarding, inside the administration only. */
export interface OffboardingExtension {
  readonly Wizard: ComponentType<OffboardingWizardProps>
}

/** Provided by identity, inside the administration only. */
export interface IdentityExtension {
  /** The providers that a person signs in through. */
  readonly PersonIdentities: ComponentType<{ userId: string }>
}
