import type { DesktopInput, DesktopMessage, DesktopReply } from '@clouddisk/contract/desktop'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { desktopHost } from '../../../lib/host.ts'
import type { ShownTransfer } from './transfer-words.ts'

export type TransferListName = DesktopInput<'pageTransfers'>['list']

interface ShownPage extends Omit<DesktopReply<'pageTransfers'>, 'list'> {
  readonly list: readonly ShownTransfer[]
}

const KEY = 'desktop-transfers'

/** A page of the client's list: read again when it says that the list has changed, moved on by its progress. */
export function useTransferList(
  list: TransferListName,
  pageNo: number,
  pageSize: number,
): UseQueryResult<ShownPage> {
  const cache = useQueryClient()
  useEffect(
    () =>
      desktopHost().onMessage((message) => {
        if (message.myType === 'listChanged') void cache.invalidateQueries({ queryKey: [KEY] })
        else cache.setQueriesData<ShownPage>({ queryKey: [KEY] }, (page) => page && movedOn(page, message))
      }),
    [cache],
  )
  return useQuery({
    queryKey: [KEY, list, pageNo, pageSize],
    queryFn: (): Promise<ShownPage> => desktopHost().pageTransfers({ list, pageNo, pageSize }),
    placeholderData: (page, query) => (query?.queryKey[1] === list ? keepPreviousData(page) : undefined),
    // Messages of another page, or of another tab, have not been followed.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
}

function movedOn(page: ShownPage, message: DesktopMessage): ShownPage {
  const change = changeOf(message)
  if (!change || !page.list.some(({ id }) => id === change.id)) return page
  return { ...page, list: page.list.map((row) => (row.id === change.id ? { ...row, ...change } : row)) }
}

/** What a message says of one record. */
function changeOf(message: DesktopMessage): (Partial<ShownTransfer> & { id: string }) | undefined {
  if (message.myType === 'reading') {
    const { id, progress, finishedPartsSize } = message
    return { id, progress, finishedPartsSize, reading: true, status: 'running' }
  }
  if (message.myType === 'progress') {
    const { id, progress, finishedPartsSize, rate } = message
    return { id, progress, finishedPartsSize, rate, reading: false, status: 'running' }
  }
  if (message.myType === 'partFinish') return { id: message.id, finishedPartsSize: message.finishedPartsSize }
  return undefined
}
