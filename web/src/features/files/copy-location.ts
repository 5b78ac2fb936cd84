import type { Instance } from '@clouddisk/contract/files'
import { copyText } from '../../lib/copy-text.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './mutation-strings.ts'

/** Copies the item's address to the system's clipboard. */
export async function copyLocation(item: Instance): Promise<void> {
  const address = extensionFor('navigation')?.itemHref(item)
  if (address && (await copyText(address))) toast.ok(t('locationCopied'))
  else toast.error(t('locationNotCopied'))
}
