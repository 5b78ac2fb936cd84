import type { Instance } from '@clouddisk/contract/files'
import { createStore } from '../../lib/store.ts'

/** The file or folder that is being renamed; its dialog is part of the upload area. */
const renamed = createStore<Instance | undefined>(undefined)
export const useRenamed = renamed.use
export const rename = renamed.set
