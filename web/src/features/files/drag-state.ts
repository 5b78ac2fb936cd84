import type { Instance } from '@clouddisk/contract/files'
import { createStore } from '../../lib/store.ts'

/** What is being dragged within the page, for who shows it; drag.ts follows the pointer. */

export interface DragState {
  readonly items: readonly Instance[]
  readonly x: number
  readonly y: number
  readonly verdict: DropVerdict | undefined
}

/** What dropping here would do, in words, or why it cannot be done. */
export interface DropVerdict {
  readonly allowed: boolean
  readonly text: string
  readonly copy: boolean
}

export const dragState = createStore<DragState | undefined>(undefined)
