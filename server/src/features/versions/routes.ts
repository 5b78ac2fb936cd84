import * as contract from '@clouddisk/contract/versions'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import { pageVersions } from './list.ts'
import { pinVersion } from './pin.ts'
import { removeVersions } from './remove.ts'
import { removeOldVersions } from './remove-old.ts'
import { restoreVersion } from './restore.ts'
import { saveVersionLimits } from './retention.ts'

export const versionRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.pageVersions, (actor, input, { language }) => pageVersions(ctx, actor, input, language)),
  bind(contract.restoreVersion, (actor, input, { language }) => restoreVersion(ctx, actor, input, language)),
  bind(contract.removeVersions, (actor, { instanceId, versionIds }, { language }) =>
    removeVersions(ctx, actor, instanceId, batchIds(versionIds, 'versionIds'), language),
  ),
  bind(contract.removeOldVersions, (actor, { instanceIds }, { language }) =>
    removeOldVersions(ctx, actor, batchIds(instanceIds, 'instanceIds'), language),
  ),
  bind(contract.pinVersion, (actor, input, { language }) => pinVersion(ctx, actor, input, language)),
  bind(contract.saveVersionLimits, (actor, input) => saveVersionLimits(ctx, actor, input)),
]
