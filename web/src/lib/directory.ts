import type { AdminPerson } from '@clouddisk/contract/admin-people'
import type { ComponentType, Ref } from 'react'

/** Choosing departments and people as an administrator: those that its rights reach, and no others. */

export interface DepartmentChoiceProps {
  /** A department's id; '0' for none of them, '' while nothing is chosen. */
  value: string
  onChange: (departmentId: string) => void
  /** What '0' is called; without it a department has to be chosen. */
  none?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

export interface PersonChoiceProps {
  value: AdminPerson | undefined
  onChange: (person: AdminPerson | undefined) => void
  /** Somebody who is not to be chosen, by id. */
  without?: string | undefined
  placeholder: string
  /** A form that finds nobody chosen puts the cursor there. */
  ref?: ((element: HTMLElement | null) => void) | undefined
}

/** Given by the directory of the administration, inside of which alone it is there. */
export interface DirectoryOffer {
  readonly DepartmentPicker: ComponentType<DepartmentChoiceProps>
  /** Somebody who may sign in. */
  readonly PersonPicker: ComponentType<PersonChoiceProps>
}
