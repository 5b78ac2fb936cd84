import type { FilesArea } from '../../lib/extension-points.ts'
import { t } from './strings.ts'

/** An area's name, shown at the start of its paths. */
export const areaName = (area: FilesArea): string => t(HOMES[area])

const HOMES = { personal: 'personalFiles', group: 'groupFiles', share: 'sharedFiles' } as const
