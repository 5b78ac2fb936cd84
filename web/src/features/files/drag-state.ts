import type { Instance } from '@clouddisk/contract/files'
import { createStore } from '../../lib/store.ts'

/** State of a drag within the page; drag.ts updates it. */

export interface DragState {
  readonly items: readonly Instance[]
  readonly x: number
  readonly y: number
  readonly verdict: DropVerdict | undefined
}

/** The effect of a drop here as text, or why it is not possible. */
export interface DropVerdict {
  readonly allowed: boolean
  readonly text: string
  readonly copy: boolean
}

export const dragState = createStore<DragState | undefined>(undefined)
