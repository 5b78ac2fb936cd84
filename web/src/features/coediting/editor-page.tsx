import { type OnlineMode, openOnline, queryOnlineTypes } from '@clouddisk/contract/coediting'
import { BASE_PATH } from '@clouddisk/contract/route'
import { splitName } from '@clouddisk/contract/split-name'
import { MINUTE } from '@clouddisk/contract/time'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { OfficeFrame } from './office-frame.tsx'
import { renamedTo } from './office-messages.ts'
import { t } from './strings.ts'

/** A file in the Office server's editor, with a bar of our own above it. */
export function EditorPage({ instanceId, mode }: { instanceId: string; mode: OnlineMode }): ReactElement {
  const opened = useQuery({
    queryKey: ['online', instanceId, mode],
    queryFn: () => call(openOnline, { instanceId, mode }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  useKeepSession()
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')
  const [newName, setNewName] = useState<unknown>()
  const name = renamedTo(opened.data?.instanceName ?? '', newName)
  usePageTitle(name || t('editing'))
  const again = () => {
    setState('opening')
    void opened.refetch()
  }
  return (
    <main className="flex h-full flex-col bg-canvas">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-bg pr-2 pl-4">
        {name !== '' && <FileIcon ext={splitName(name).ext} size={22} />}
        <h1 className="min-w-0 truncate text-secondary font-semibold">
          <FileName name={name || t('editing')} />
        </h1>
        <p role="status" className="flex-1 truncate text-caption text-mut">
          {stateText(opened.isError ? 'failed' : state, mode)}
        </p>
        <IconButton icon={X} label={t('close')} onClick={close} />
      </header>
      <div className="relative min-h-0 flex-1">
        {opened.isError ? (
          <ErrorState
            title={t('notOpened')}
            text={errorMessage(opened.error)}
            onRetry={again}
            retrying={opened.isFetching}
          />
        ) : state === 'failed' ? (
          <ErrorState title={t('notStarted')} text={t('notStartedText')} onRetry={again} />
        ) : opened.data ? (
          <OfficeFrame
            key={opened.dataUpdatedAt}
            document={opened.data}
            label={t('frame', { name })}
            onState={setState}
            onRename={setNewName}
            onClose={close}
          />
        ) : (
          <Loading label={t('opening')} />
        )}
      </div>
    </main>
  )
}

function stateText(state: 'opening' | 'open' | 'failed', mode: OnlineMode): string {
  if (state === 'failed') return ''
  if (state === 'opening') return t('opening')
  return t(mode === 'edit' ? 'editing' : 'viewing')
}

/** Closes the tab. One that was not opened by the page stays, and shows the files. */
function close(): void {
  window.close()
  location.assign(BASE_PATH)
}

/** The editor's calls do not come from this browser, so the session would end while somebody writes. */
const useKeepSession = (): void => {
  useQuery({
    queryKey: ['online', 'session'],
    queryFn: () => call(queryOnlineTypes, {}),
    refetchInterval: 5 * MINUTE,
    refetchIntervalInBackground: true,
  })
}
