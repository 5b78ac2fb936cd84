import { createContext, use } from 'react'
import { extensionFor } from './extension-points.ts'

/** What a click on a label of an item does: a page that can be narrowed by labels is. */
export const LabelFilterContext = createContext<((label: string) => void) | undefined>(undefined)

const searchLabel = (label: string): void => extensionFor('navigation')?.openSearch({ label })

/** Elsewhere all items with the label are searched for. */
export const useLabelFilter = (): ((label: string) => void) => use(LabelFilterContext) ?? searchLabel
