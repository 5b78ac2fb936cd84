import type { ReactElement } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { KeepAliveFiles } from './keep-alive-files.tsx'

const GroupsPage = lazyPart(() => import('../../features/groups/groups-page.tsx'), 'GroupsPage')
const GroupTools = lazyPart(() => import('../../features/groups/group-tools.tsx'), 'GroupTools')
const GroupNotice = lazyPart(() => import('../../features/groups/group-tools.tsx'), 'GroupNotice')
const SharesPage = lazyPart(() => import('../../features/shares/shares-page.tsx'), 'SharesPage')
const GROUP_EXTRAS = { Tools: GroupTools, Notice: GroupNotice }

/** The file areas. Each is mounted on its first visit and kept alive. */
export const KeepAliveAreas = (): ReactElement => (
  <>
    <KeepAliveFiles area="personal" />
    <KeepAliveFiles area="group" Top={GroupsPage} extras={GROUP_EXTRAS} />
    <KeepAliveFiles area="share" Top={SharesPage} />
  </>
)
