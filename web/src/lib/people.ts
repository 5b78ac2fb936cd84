import type { PrincipalType, ShownPrincipal } from '@clouddisk/contract/people'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'

/** Types of the recipient picker: people, departments and groups. */

/** A recipient as the picker found it. */
export interface Recipient extends ShownPrincipal {
  /** Department names from the top down: a person's, or down to the department itself. */
  readonly path: readonly string[]
}

export interface ChosenRecipient<R extends string = string> extends Recipient {
  readonly role: R
}

export interface RoleChoice<R extends string = string> {
  readonly value: R
  readonly label: string
  /** What the role permits, in a sentence without a full stop. */
  readonly text: string
  readonly icon?: LucideIcon | undefined
  /** Disabled; its sentence says why. */
  readonly blocked?: boolean | undefined
}

export interface PickerOptions<R extends string = string> {
  /** Empty if recipients get no role, as when one person is picked. */
  readonly roles: readonly RoleChoice<R>[]
  /** Initial role of chosen recipients. */
  readonly firstRole: R
  /** Ids that cannot be chosen, each with a short reason: `已是成员`. */
  readonly without?: Readonly<Record<string, string>> | undefined
  /** Called with the recipients in view, so that `without` is queried for those only. */
  readonly onListed?: ((listed: readonly Recipient[]) => void) | undefined
  /** Default: people and departments. */
  readonly kinds?: readonly PrincipalType[] | undefined
}

/** The picker embedded in another dialog. */
export interface PickerProps extends PickerOptions {
  readonly chosen: readonly ChosenRecipient[]
  readonly onChange: (chosen: readonly ChosenRecipient[]) => void
  /** Shown after the chosen rows, such as existing recipients. */
  readonly after?: ReactNode
  /** Shown below the rows, always in view, such as warnings. */
  readonly below?: ReactNode
  /** A department whose people are shown at the left. */
  readonly roster?: Recipient | undefined
  readonly onRosterClosed?: (() => void) | undefined
}

export interface PeopleRequest<R extends string = string> extends PickerOptions<R> {
  readonly title: string
  /** The title's second line: the subject. */
  readonly subject?: string | undefined
  /** The button's label, such as `添加 3 项`. */
  readonly confirm: (count: number) => string
}

/** Provided by people: picks colleagues, departments and groups. */
export interface PeopleExtension {
  /** Returns the chosen recipients with their roles; undefined if the dialog was cancelled. */
  choose<R extends string>(question: PeopleRequest<R>): Promise<readonly ChosenRecipient<R>[] | undefined>
  readonly Picker: ComponentType<PickerProps>
}
