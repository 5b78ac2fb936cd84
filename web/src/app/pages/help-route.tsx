import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactElement, Suspense } from 'react'
import { HelpPage } from '../../features/help/help-page.tsx'
import { lazyPart } from '../../lib/lazy-part.ts'

const FeedbackDialog = lazyPart(() => import('../../features/feedback/feedback-dialog.tsx'), 'FeedbackDialog')

const route = getRouteApi('/signed-in/help/$')

/** The help, with the topic, the heading and the keyword of its address. */
export function HelpRoute(): ReactElement {
  const { _splat: topic = '' } = route.useParams()
  const { q = '', feedback } = route.useSearch()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const toTopics = () =>
    void navigate({ to: '/help/$', params: { _splat: topic }, search: {}, replace: true })
  return (
    <>
      <HelpPage
        name={topic.toLowerCase()}
        heading={hash}
        keyword={q}
        narrow={(keyword) =>
          void navigate({
            to: '/help/$',
            params: { _splat: topic },
            search: keyword ? { q: keyword } : {},
            replace: true,
          })
        }
        go={(name, id) =>
          void navigate({ to: '/help/$', params: { _splat: name }, search: {}, ...(id && { hash: id }) })
        }
      />
      {/* Where a notification of an answer leads. */}
      <Suspense>
        {feedback !== undefined && <FeedbackDialog open onOpenChange={toTopics} view="sent" />}
      </Suspense>
    </>
  )
}
