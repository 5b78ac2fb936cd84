import { useEffect } from 'react'

const OVER = '[role=dialog][data-open], [role=alertdialog][data-open], [role=menu], [role=listbox]'

/**
 * Rows, bars and banners go while something in them has the focus, or is to get it back from a question. The list that is
 * left has it then, else the page: whoever works with the keyboard does not begin anew at the top.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    /** What had the focus last, and what it lay in, outward. */
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
