import { useEffect, useRef } from 'react'
import type { Action } from './action.ts'
import { matchesKeys } from './keys.ts'

/**
 * Active keyboard shortcuts. Pages, panels and the shell register theirs while shown; the sheet opened by `?`
 * lists them.
 */

export type Shortcut = Pick<Action, 'name' | 'label' | 'keys' | 'disabled' | 'visible' | 'run'>

interface Scope {
  /** Heading in the list. */
  readonly label: string
  readonly shortcuts: readonly Shortcut[]
  /** Only keys pressed inside this element count; without it, keys anywhere. */
  readonly within?: (() => Element | null) | undefined
}

const scopes: { current: Scope }[] = []

/** Registered scopes, latest first; scopes of one name are merged. */
export function shortcutScopes(): readonly Pick<Scope, 'label' | 'shortcuts'>[] {
  const byLabel = Map.groupBy(scopes.map((scope) => scope.current).toReversed(), ({ label }) => label)
  return [...byLabel].map(([label, same]) => ({
    label,
    shortcuts: same.flatMap(({ shortcuts }) => shortcuts),
  }))
}

/**
 * Registers shortcuts while the component is shown. The latest registered wins; none runs while text is typed
 * or a dialog or menu is open. An action without `run` is only listed: a list or tree handles it.
 */
export function useShortcuts(label: string, shortcuts: readonly Shortcut[], within?: Scope['within']): void {
  const scope = useRef<Scope>({ label, shortcuts, within })
  useEffect(() => {
    scope.current = { label, shortcuts, within }
  })
  useEffect(() => {
    scopes.push(scope)
    if (scopes.length === 1) document.addEventListener('keydown', dispatch)
    return () => {
      scopes.splice(scopes.indexOf(scope), 1)
      if (scopes.length === 0) document.removeEventListener('keydown', dispatch)
    }
  }, [])
}

function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const target = event.target instanceof Element ? event.target : document.body
  if (isTyping(target)) return
  const cover = coverOf(target)
  for (const { current } of scopes.toReversed()) {
    const area = current.within?.()
    if (current.within && !area?.contains(target)) continue
    if (cover && !(area && cover.contains(area))) continue
    const found = current.shortcuts.find(
      (one) => one.run && one.keys && one.visible !== false && matchesKeys(event, one.keys),
    )
    if (!found) continue
    event.preventDefault()
    if (found.disabled === undefined) found.run?.()
    return
  }
}

const isTyping = (target: Element): boolean =>
  target.closest('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable="true"]') !==
  null

/** While a dialog or menu is open, only shortcuts inside it run. */
const coverOf = (target: Element): Element | null =>
  target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') ??
  document.querySelector('[role=dialog][data-open]:not([data-page-panel]), [role=alertdialog][data-open]')
