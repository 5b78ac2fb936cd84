import type { Instance } from '@clouddisk/contract/files'
import { openPreview } from './preview.ts'

/** The sibling so many steps away; at the end of those that are known, more are loaded. */
export async function siblingAt(step: 1 | -1, from: Instance): Promise<Instance | undefined> {
  const now = openPreview.get()
  if (!now) return undefined
  const index = now.siblings.findIndex(({ instanceId }) => instanceId === from.instanceId)
  const next = index < 0 ? undefined : now.siblings[index + step]
  const edge = step === 1 ? now.siblings.at(-1) : now.siblings[0]
  if (next || index < 0 || !edge || !now.more?.[step === 1 ? 'after' : 'before']) return next
  const found = await now.more.load(edge, step)
  const latest = openPreview.get()
  // Another preview was opened meanwhile.
  if (latest?.more !== now.more) return undefined
  const siblings = step === 1 ? [...now.siblings, ...found.files] : [...found.files, ...now.siblings]
  openPreview.set({
    ...latest,
    siblings,
    more: { ...now.more, [step === 1 ? 'after' : 'before']: found.more },
  })
  return step === 1 ? found.files[0] : found.files.at(-1)
}
