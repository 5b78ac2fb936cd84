import type { NewNames, RefusedName } from '@clouddisk/client/uploads/refused-names'
import type { Limits } from '@clouddisk/contract/limits'
import { createRequests } from '../../../lib/requests.ts'

export interface RefusedNamesQuestion {
  readonly names: readonly RefusedName[]
  readonly limits: Limits
}

/** Undefined if the upload was cancelled. */
export const refusedNamesRequests = createRequests<RefusedNamesQuestion, NewNames | undefined>()
