import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useEffect } from 'react'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from '../strings.ts'
import { hasPending } from './has-pending.ts'
import type { Savable } from './pending.ts'

const load = () => import('./save.tsx')
const loaded = createStore<Awaited<ReturnType<typeof load>> | undefined>(undefined)

export const maySave = (item: Instance): boolean => item.fileAuth.includes('copy')

/** Saves files and folders of the link in a folder of whoever is signed in. Asks for what is missing, and shows its own errors. */
export function save(items: readonly Savable[]): void {
  start((part) => part.save(items))
}

function start(run: (part: Awaited<ReturnType<typeof load>>) => unknown): void {
  loadWithTimeout(load).then(
    (part) => {
      loaded.set(part)
      run(part)
    },
    () => toast.error(t('networkError')),
  )
}

/** Goes on with what was to be saved before the visitor signed in; mounted with the files. */
export function useSavePending(): void {
  useEffect(() => {
    if (hasPending()) start((part) => part.savePending())
  }, [])
}

/** Mounted once. */
export function SaveHost(): ReactElement | null {
  const part = loaded.use()
  return part ? <part.SaveDialogs /> : null
}
