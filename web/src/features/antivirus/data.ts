import {
  pageQuarantine,
  QUARANTINE_STATES,
  type QuarantinedContent,
  type QuarantineState,
  queryVirusScanners,
  releaseQuarantined,
  removeQuarantined,
} from '@clouddisk/contract/antivirus'
import { queryOptions } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { callQuery, nonEmpty, pageQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { cleared, type PageNumber, readChoice, readPageNumber, type Search } from '../../ui/list/address.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Lists what is in quarantine, releases and deletes it. */

const KEY = ['quarantine']

export interface QuarantineView extends PageNumber {
  readonly state: QuarantineState | ''
}

export const readQuarantineView = (search: Search): QuarantineView => ({
  state: readChoice(QUARANTINE_STATES, search.state),
  ...readPageNumber(search),
})
export const CLEARED = cleared(['state'])

export const quarantineQuery = ({ state, page: pageNo, pageSize }: QuarantineView) => {
  const input = { ...nonEmpty({ state }), pageNo, pageSize }
  return queryOptions(pageQuery([...KEY, 'page', input], pageQuarantine, input))
}

export const scannersQuery = callQuery([...KEY, 'scanners'], queryVirusScanners, {})

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })

/** Of its first file. */
export const nameOf = ({ files }: QuarantinedContent): string => files[0]?.instanceName ?? ''

/** Rejects with the call's error. */
export async function release(content: QuarantinedContent, reason: string): Promise<void> {
  try {
    await call(releaseQuarantined, { contentId: content.contentId, reason })
    toast.ok(t('released', { name: nameOf(content) }))
  } finally {
    void refresh()
  }
}

/** Asks first, and shows its own errors. */
export async function remove(content: QuarantinedContent): Promise<void> {
  const name = nameOf(content)
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notRemoved'),
    async () => {
      await call(removeQuarantined, { contentId: content.contentId })
      toast.ok(t('removed', { name }))
    },
    refresh,
  )
}
