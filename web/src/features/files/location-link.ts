import type { Instance } from '@clouddisk/contract/files'
import { BASE_PATH } from '@clouddisk/contract/route'
import { toast } from '../../ui/toast.tsx'
import { copyText } from './copy-text.ts'
import { t } from './strings.ts'

/** The address that opens an item's folder with the item chosen. It gives nobody a right to it. */
export function locationOf(item: Pick<Instance, 'instanceId' | 'parentId' | 'classifierId'>): string {
  const url = new URL(`${BASE_PATH}personalFile`, location.origin)
  url.searchParams.set('folder', item.parentId)
  url.searchParams.set('select', item.instanceId)
  return url.href
}

export async function copyLocation(item: Instance): Promise<void> {
  if (await copyText(locationOf(item))) toast.ok(t('locationCopied'))
  else toast.error(t('locationNotCopied'))
}
