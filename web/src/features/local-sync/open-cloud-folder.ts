import { ApiError } from '@clouddisk/client/http/errors'
import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import { getInstanceProperty } from '@clouddisk/contract/files'
import { call, errorMessage } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** With the query of an opened location (R162). */
export async function openCloudFolder({ diskPathIds, inGroup }: LocalSyncTask): Promise<void> {
  const instanceId = diskPathIds.split('/').filter(Boolean).at(-1) ?? ''
  try {
    const { instancePath, instancePathIds, fileAuth } = await call(getInstanceProperty, { instanceId })
    const names = instancePath.split('/')
    const path = instancePathIds
      .split('/')
      .map((id, at) => ({ instanceId: id, instanceName: names[at] ?? '' }))
    const area = inGroup ? 'group' : 'personal'
    extensionFor('navigation')?.openTransferred({ instanceId, path, area, fileAuth }, undefined)
  } catch (error) {
    toast.error(isGone(error) ? t('cloudGone') : errorMessage(error))
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && ['not_found', 'path_not_found', 'not_permitted'].includes(error.name)
