import type { PrincipalType, ShownPrincipal } from '@clouddisk/contract/people'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'

/** Choosing people, departments and groups that are to be given something: what the picker takes and gives. */

/** Whom one can choose, as the picker found it. */
export interface Recipient extends ShownPrincipal {
  /** Names of departments from the top down: a person's, or those down to the department itself. */
  readonly path: readonly string[]
}

export interface ChosenRecipient<R extends string = string> extends Recipient {
  readonly role: R
}

export interface RoleChoice<R extends string = string> {
  readonly value: R
  readonly label: string
  /** What one may do with it, in a sentence without a full stop. */
  readonly text: string
  readonly icon?: LucideIcon | undefined
  /** It stands there greyed; its sentence says why it cannot be chosen. */
  readonly blocked?: boolean | undefined
}

export interface PickerOptions<R extends string = string> {
  /** None: nobody is given a role, as where one person is to be named. */
  readonly roles: readonly RoleChoice<R>[]
  /** What those who are chosen have at first. */
  readonly firstRole: R
  /** Whom one cannot choose, by id, each with the reason in a few words: `已是成员`. */
  readonly without?: Readonly<Record<string, string>> | undefined
  /** Told of whoever comes into view, so that `without` can be asked for of those alone. */
  readonly onListed?: ((listed: readonly Recipient[]) => void) | undefined
  /** People and departments unless told otherwise. */
  readonly kinds?: readonly PrincipalType[] | undefined
}

/** The picker as a part of a dialog of one's own. */
export interface PickerProps extends PickerOptions {
  readonly chosen: readonly ChosenRecipient[]
  readonly onChange: (chosen: readonly ChosenRecipient[]) => void
  /** Right of the list that is chosen: behind its rows, such as who has it already. */
  readonly after?: ReactNode
  /** Below the rows, always in view: warnings and what else is to be said. */
  readonly below?: ReactNode
  /** A department whose people are to be shown at the left. */
  readonly roster?: Recipient | undefined
  readonly onRosterClosed?: (() => void) | undefined
}

export interface PeopleRequest<R extends string = string> extends PickerOptions<R> {
  readonly title: string
  /** The title's second line: what it is about. */
  readonly subject?: string | undefined
  /** The words of the button, such as `添加 3 项`. */
  readonly confirm: (count: number) => string
}

/** Given by people: finds colleagues, departments and groups. */
export interface PeopleExtension {
  /** Those that were chosen, each with its role; undefined when the person cancelled. */
  choose<R extends string>(question: PeopleRequest<R>): Promise<readonly ChosenRecipient<R>[] | undefined>
  readonly Picker: ComponentType<PickerProps>
}
