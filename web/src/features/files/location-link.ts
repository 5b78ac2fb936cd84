import type { Instance } from '@clouddisk/contract/files'
import { offerOf } from '../../lib/offers.ts'
import { toast } from '../../ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { t } from './strings.ts'

export async function copyLocation(item: Instance): Promise<void> {
  const address = offerOf('locate')?.hrefOf(item)
  if (address && (await copyText(address))) toast.ok(t('locationCopied'))
  else toast.error(t('locationNotCopied'))
}
