import { useEffect } from 'react'
import { createStore } from './store.ts'

/** Title of the current page: the document's and, on phones, the top bar's. */

interface PageTitle {
  title: string
}
let product = ''
let shown: readonly PageTitle[] = []
const current = createStore('')
export const useCurrentTitle = current.use

function change(next: readonly PageTitle[]): void {
  shown = next
  const title = shown.at(-1)?.title
  document.title = title ? `${title} - ${product}` : product
  current.set(title ?? product)
}

/** The product's name, appended to every title. */
export function setProductName(name: string): void {
  product = name
  change(shown)
}

/** Sets the title while the page is shown; hiding the page restores the previous title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const mine = { title }
    change([...shown, mine])
    return () => change(shown.filter((one) => one !== mine))
  }, [title])
}
