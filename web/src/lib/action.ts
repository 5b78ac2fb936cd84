import type { LucideIcon } from 'lucide-react'

/** What a person can do, as a value: the same one feeds menus, toolbars, the keyboard and phone sheets. */
export interface Action {
  /** Stable and unique in its area, such as `file.rename`. */
  readonly name: string
  readonly label: string
  readonly icon?: LucideIcon | undefined
  /** False leaves it out: the role lacks it. Shown by default. */
  readonly visible?: boolean | undefined
  /** Why it cannot be done now, in a few words; it is then shown greyed with the reason beside it. */
  readonly disabled?: string | undefined
  /** Written as `Mod+Shift+C`, `F2`, `Delete`; Mod is Ctrl, on macOS ⌘. */
  readonly keys?: string | undefined
  /** Destroys something: red, last in its menu. */
  readonly danger?: boolean | undefined
  /** For choices: whether it is the one in force. */
  readonly checked?: boolean | undefined
  /** `check` toggles by itself, `choice` is one of its group. */
  readonly kind?: 'check' | 'choice' | undefined
  /** Opens a submenu instead of running. */
  readonly children?: readonly ActionGroup[] | undefined
  readonly run?: (() => void) | undefined
}

/** Actions between two lines of a menu. */
export type ActionGroup = readonly Action[]

/** The groups without hidden actions and without groups that became empty. */
export const shownGroups = (groups: readonly ActionGroup[]): ActionGroup[] =>
  groups
    .map((group) => group.filter((action) => action.visible !== false))
    .filter((group) => group.length > 0)
