import { queryLabels } from '@clouddisk/contract/labels'
import { callQuery, nonEmpty } from './call-query.ts'
import { queryKeys } from './query-keys.ts'

/** Labels to choose from: of an item's space, or of all that the person sees; those used last first. */
export const labelsQuery = (instanceId: string | undefined, keyword: string) => {
  const input = nonEmpty({ instanceId, keyword })
  return callQuery([...queryKeys.labels, input], queryLabels, input)
}
