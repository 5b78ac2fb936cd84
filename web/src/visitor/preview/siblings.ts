import type { Instance } from '@clouddisk/contract/files'
import { useCallback, useRef } from 'react'
import type { MoreFiles } from '../../lib/extension-points.ts'
import type { LinkList } from '../calls.ts'
import { mayPreview, preview } from './preview-host.tsx'

const filesIn = (data: LinkList['data']): Instance[] =>
  data?.pages.flatMap((page) => page.list).filter(mayPreview) ?? []

/** Opens the preview of a file of the list, with those around it; the list is loaded further on the way. */
export function usePreviewIn(list: LinkList): (file: Instance) => void {
  const latest = useRef(list)
  latest.current = list
  return useCallback((file: Instance) => {
    const { data, hasNextPage, fetchNextPage } = latest.current
    preview(file, filesIn(data), { before: false, after: hasNextPage, load: loader(fetchNextPage) })
  }, [])
}

const loader =
  (fetchNextPage: LinkList['fetchNextPage']): MoreFiles['load'] =>
  async ({ instanceId }) => {
    for (;;) {
      const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
      const files = filesIn(data)
      const found = files.slice(files.findIndex((file) => file.instanceId === instanceId) + 1)
      if (found.length > 0 || !hasNextPage || isError) return { files: found, more: hasNextPage }
    }
  }
