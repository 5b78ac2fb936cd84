import type { Instance } from '@clouddisk/contract/files'
import { onFirstInput } from '../../lib/first-input.ts'
import { withinChunkTime } from '../../lib/lazy-part.ts'
import type { FolderTarget } from '../../lib/offers.ts'
import { tellError } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** The door to moving and copying, whose part the first load is without: it is fetched at the first sign of a person. */

const load = () => import('./transfer.ts')
onFirstInput(() => void withinChunkTime(load).catch(() => undefined))

type Carry = (items: readonly Instance[], target: FolderTarget) => Promise<void>

const door =
  (pick: (part: Awaited<ReturnType<typeof load>>) => Carry, failed: () => string): Carry =>
  async (items, target) => {
    try {
      await pick(await withinChunkTime(load))(items, target)
    } catch (error) {
      tellError(failed(), error)
    }
  }

export const moveItems = door(
  (part) => part.moveItems,
  () => t('notMoved'),
)
export const copyItems = door(
  (part) => part.copyItems,
  () => t('notCopied'),
)
