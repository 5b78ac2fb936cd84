import { createContext, useContext } from 'react'

/** Given by a part that is dark in every skin, such as the preview: what it opens is drawn outside it, and dark too. */
export const OverlayTheme = createContext<'dark' | undefined>(undefined)

/** Attributes of an overlay's outermost element. */
export function useOverlayTheme() {
  const theme = useContext(OverlayTheme)
  return theme && { 'data-theme': theme, 'data-skin': document.documentElement.dataset.skin }
}
