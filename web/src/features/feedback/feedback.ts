import {
  createFeedback,
  FEEDBACK_FACTS,
  type FeedbackFact,
  type FeedbackKind,
  type FeedbackState,
  pageFeedback,
} from '@clouddisk/contract/feedback'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { shownTrace } from '../../lib/error-message.ts'
import { language } from '../../lib/i18n.ts'
import { lastUploadError } from '../../lib/last-upload-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** One's own feedback: sending it, and what came of it. */

/** With the notifications: an answer comes with one, and is then shown at once. */
export const FEEDBACK_KEY = [...queryKeys.notifications, 'feedback'] as const

const PAGE_SIZE = 20

export const sentQuery = infiniteQueryOptions({
  queryKey: [...FEEDBACK_KEY, 'sent'],
  queryFn: ({ pageParam, signal }) =>
    call(pageFeedback, { pageNo: pageParam, pageSize: PAGE_SIZE }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pageNo, total }) => (pageNo * PAGE_SIZE < total ? pageNo + 1 : undefined),
})

export type Facts = Readonly<Partial<Record<FeedbackFact, string>>>

/** Where the person is and with what, as it is shown before it is sent. */
export const factsNow = (): Facts => ({
  page: location.pathname,
  version: String(LIMITS.clientVersion),
  browser: navigator.userAgent,
  language,
  ...(shownTrace.id && { traceId: shownTrace.id }),
  ...(lastUploadError.text && { uploadError: lastUploadError.text }),
})

export interface NewFeedback {
  readonly kind: FeedbackKind
  readonly text: string
  readonly facts: Facts
  readonly picture: File | undefined
}

/** Rejects with the call's error. */
export async function sendFeedback({ kind, text, facts, picture }: NewFeedback): Promise<void> {
  const form = new FormData()
  form.append('kind', kind)
  form.append('text', text)
  for (const fact of FEEDBACK_FACTS) if (facts[fact]) form.append(fact, facts[fact])
  if (picture) form.append('picture', picture)
  const written = new Response(form)
  const file = { type: written.headers.get('content-type') ?? '', content: await written.blob() }
  // The fields are in the form: a text may be too long for an address.
  await call(createFeedback, {} as Input<typeof createFeedback>, { file, onSent: () => undefined })
  await queryClient.invalidateQueries({ queryKey: FEEDBACK_KEY })
}

export const STATE_TONES = {
  new: 'neutral',
  open: 'info',
  answered: 'ok',
  closed: 'neutral',
} as const satisfies Record<FeedbackState, string>
