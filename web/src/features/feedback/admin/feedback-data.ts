import { ApiError } from '@clouddisk/client/http/errors'
import {
  type AdminFeedback,
  answerFeedback,
  FEEDBACK_KINDS,
  FEEDBACK_STATES,
  type FeedbackGivenState,
  type FeedbackKind,
  type FeedbackState,
  pageAllFeedback,
  setFeedbackState,
} from '@clouddisk/contract/feedback'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import {
  cleared,
  type PageNumber,
  readChoice,
  readPageNumber,
  type Search,
} from '../../../ui/list/address.ts'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { FEEDBACK_KEY } from '../feedback.ts'
import { t as words } from '../strings.ts'
import { t } from './strings.ts'

/** Lists everybody's feedback, and answers it. */

export interface FeedbackListView extends PageNumber {
  readonly keyword: string
  readonly kind: FeedbackKind | ''
  readonly state: FeedbackState | ''
}

export const readFeedbackView = (search: Search): FeedbackListView => ({
  keyword: search.q ?? '',
  kind: readChoice(FEEDBACK_KINDS, search.kind),
  state: readChoice(FEEDBACK_STATES, search.state),
  ...readPageNumber(search),
})
export const CLEARED = cleared(['q', 'kind', 'state'])

export const feedbackQuery = ({ keyword, kind, state, page: pageNo, pageSize }: FeedbackListView) => {
  const input = { ...nonEmpty({ keyword, kind, state }), pageNo, pageSize }
  return queryOptions(pageQuery([...FEEDBACK_KEY, 'all', input], pageAllFeedback, input))
}

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: FEEDBACK_KEY })

/** @param shownAnswer what the administrator sees as the answer so far. Rejects with the call's error. */
export async function giveAnswer(
  { feedbackId }: AdminFeedback,
  answer: string,
  shownAnswer: string,
): Promise<void> {
  try {
    await call(answerFeedback, { feedbackId, answer, shownAnswer })
    toast.ok(t('answeredDone'))
  } finally {
    void refresh()
  }
}

export type GivenAnswer = Pick<AdminFeedback, 'answer' | 'answeredBy'>

/** The answer that another administrator gave meanwhile, where that is why a call was refused. */
export const otherAnswer = (error: unknown): GivenAnswer | undefined =>
  error instanceof ApiError && error.name === 'changed_meanwhile'
    ? (error.details as unknown as GivenAnswer)
    : undefined

/** Shows its own errors. */
export const giveState = ({ feedbackId }: AdminFeedback, state: FeedbackGivenState): Promise<boolean> =>
  withErrorMessage(
    t('notSaved'),
    async () => {
      await call(setFeedbackState, { feedbackId, state })
      toast.ok(t('stateSaved', { state: words(state) }))
    },
    refresh,
  )
