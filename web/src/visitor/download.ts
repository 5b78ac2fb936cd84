import type { Instance } from '@clouddisk/contract/files'
import { useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { checkAgain, downloadUrlOf, reasonOf } from './calls.ts'
import { stateByError } from './link-state.ts'

export const mayDownload = (file: Instance): boolean =>
  file.classifierId === 'File' && file.fileAuth.includes('download')

/** Hands one file to the browser, which saves it. */
export function useDownload(file: Instance): { busy: boolean; start: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const anchor = document.createElement('a')
      anchor.href = await downloadUrlOf(file.instanceId)
      // The server names it; with this the page stays when it is refused.
      anchor.download = ''
      anchor.click()
    } catch (error) {
      toast.error(reasonOf(error))
      if (stateByError(error)) void checkAgain()
    } finally {
      setBusy(false)
    }
  }
  return { busy, start }
}
