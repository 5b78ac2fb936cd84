import { useEffect } from 'react'

const OVER = '[role=dialog][data-open], [role=alertdialog][data-open], [role=menu], [role=listbox]'

/**
 * Rows, bars and banners may be removed while they contain the focus, or while a confirm dialog is to return
 * it there. The focus then moves to the enclosing list, else to the page, so that keyboard users keep their
 * position.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    /** The last focused element and its ancestors, innermost first. */
    let way: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('main')) way = outwardFrom(target)
    }
    const rescue = () => {
      const [last] = way
      if (document.activeElement !== document.body || !last || last.isConnected) return
      if (document.querySelector(OVER)) return
      const left = way.find((element) => element.isConnected && element !== document.body)
      const next =
        left?.querySelector<HTMLElement>('[role=grid], [role=tree]') ?? document.getElementById('main')
      way = []
      next?.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(rescue)
    document.addEventListener('focusin', note)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [])
}

function outwardFrom(target: Element): Element[] {
  const way: Element[] = []
  for (let at: Element | null = target; at; at = at.parentElement) way.push(at)
  return way
}
