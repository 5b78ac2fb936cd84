import type { LucideIcon } from 'lucide-react'

/** A user action as a value, used by menus, toolbars, the keyboard and phone sheets. */
export interface Action {
  /** Stable and unique in its area, such as `file.rename`. */
  readonly name: string
  readonly label: string
  readonly icon?: LucideIcon | undefined
  /** False hides it, as where the role lacks the permission. Default: shown. */
  readonly visible?: boolean | undefined
  /** Why the action is disabled now; it is then shown greyed with this reason. */
  readonly disabled?: string | undefined
  /** Written as `Mod+Shift+C`, `F2`, `Delete`; Mod is Ctrl, on macOS ⌘. */
  readonly keys?: string | undefined
  /** Destructive: red, last in its menu. */
  readonly danger?: boolean | undefined
  /** For choices: whether it is the current one. */
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
