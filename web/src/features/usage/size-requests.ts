import type { Instance } from '@clouddisk/contract/files'
import { createRequests } from '../../lib/requests.ts'

/** The items whose size is asked for. */
export const sizeRequests = createRequests<readonly Instance[], void>()
