import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'

/**
 * Whether an item is shown only as what the server makes of it, with the reader's name in it, and its bytes are not sent for a preview:
 * to those who may preview and not download it, and to visitors of a link with a watermark. The latter may have `download` as well:
 * a download is the file itself.
 */
export const isViewOnly = (
  { link }: Pick<Actor, 'link'>,
  permissions: ReadonlySet<PermissionItem>,
): boolean => permissions.has('preview') && (link?.watermark === true || !permissions.has('download'))
