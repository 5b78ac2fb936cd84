import { queryInstanceSettings } from '@clouddisk/contract/admin-settings'
import { callQuery } from '../../lib/call-query.ts'

export const settingsQuery = callQuery(['instance-settings'], queryInstanceSettings, {})
