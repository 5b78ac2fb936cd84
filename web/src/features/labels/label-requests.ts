import type { Instance } from '@clouddisk/contract/files'
import { createRequests } from '../../lib/requests.ts'

/** The items whose labels are changed. */
export const labelRequests = createRequests<readonly Instance[], void>()
