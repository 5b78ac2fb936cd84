import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactElement, Suspense, useEffect } from 'react'
import { FilesDialogs } from '../features/files/files-dialogs.tsx'
import { PreviewHost } from '../features/preview/preview-host.tsx'
import { host } from '../lib/host.ts'
import { lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { clientParts } from './client-mode/client-parts.ts'
import { CollaborationHost } from './collaboration.tsx'
import { Transfers } from './transfers.tsx'

const JobsHost = lazyPart(() => import('../features/jobs/jobs-host.tsx'), 'JobsHost')

/**
 * Components mounted beside every page of a signed-in person: transfers, jobs, preview, dialogs, live
 * refresh.
 */
export function GlobalHosts({ userId }: { userId: string }): ReactElement {
  useLiveRefresh(userId)
  const { UploadQuestions } = clientParts.use() ?? {}
  const { history } = useRouter()
  const over = useLocation({ select: ({ state }) => state.over })
  return (
    <>
      {UploadQuestions && <UploadQuestions />}
      {!host() && <Transfers userId={userId} />}
      <FilesDialogs />
      <PreviewHost over={over} onLeave={() => history.back()} />
      <CollaborationHost />
      <Suspense>
        <JobsHost key={userId} />
      </Suspense>
    </>
  )
}

/** Refreshes queries on changes made in other windows or on other devices. */
export function useLiveRefresh(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another feed
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    loadWithTimeout(() => import('../features/changes/changes.ts')).then(
      ({ followChanges }) => {
        if (!gone) stop = followChanges()
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [userId])
}
