import { pageInstances } from '@clouddisk/contract/files'
import { call } from '../../../lib/api.ts'
import type { FolderTarget } from '../../../lib/extension-points.ts'

/**
 * Replaces the personal root's alias "0", which the page uses until the root is loaded, by its id, under which
 * interrupted uploads are matched.
 */
export const withRootId = async (target: FolderTarget): Promise<FolderTarget> => {
  if (target.instanceId !== '0') return target
  try {
    const { parent } = await call(pageInstances, { parentId: '0', pageSize: 1 })
    return { ...target, instanceId: parent.instanceId }
  } catch {
    return target
  }
}

/** The target's path for the finished list, without the root's name. */
export const targetPathText = ({
  path,
  instanceName,
}: Pick<FolderTarget, 'path' | 'instanceName'>): string =>
  path.length > 1 ? path.slice(1).join('/') : (path[0] ?? instanceName)
