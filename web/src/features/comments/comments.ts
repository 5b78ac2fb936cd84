import {
  type Comment,
  createComment,
  pageComments,
  removeComment,
  searchMentions,
  updateComment,
} from '@clouddisk/contract/comments'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Queries and changes of comments; the changes feed refetches what is shown. */

export type Mention = Comment['mentions'][number]

/** What is being written. */
export interface Draft {
  readonly text: string
  /** Chosen people; those whose names are still in the text are mentioned. */
  readonly people: readonly Mention[]
}
export const EMPTY: Draft = { text: '', people: [] }

/** Comments that were begun and not sent, by item, so that a look at another file loses none. */
export const drafts = new Map<string, Draft>()

export const mentionedIn = ({ text, people }: Draft): string[] =>
  people.filter(({ userRealName }) => text.includes(`@${userRealName}`)).map(({ userId }) => userId)

export const useComments = (instanceId: string) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.comments, 'page', instanceId],
    queryFn: ({ pageParam, signal }) =>
      call(pageComments, { instanceId, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  })

/** People whose names fit; not asked without a keyword being typed. */
export function useMentions(instanceId: string, typed: string | undefined) {
  const keyword = useDebounced(typed)
  return useQuery({
    queryKey: [...queryKeys.comments, 'people', instanceId, keyword],
    queryFn: ({ signal }) => call(searchMentions, { instanceId, keyword: keyword ?? '' }, { signal }),
    enabled: typed !== undefined && keyword !== undefined,
    placeholderData: keepPreviousData,
  })
}

const refresh = (instanceId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [...queryKeys.comments, 'page', instanceId] }),
    queryClient.invalidateQueries({ queryKey: queryKeys.detail(instanceId) }),
  ])

/** Rethrows the call's error, as the next one. */
export async function send(instanceId: string, draft: Draft): Promise<void> {
  await call(createComment, { instanceId, text: draft.text, mentions: mentionedIn(draft) })
  await refresh(instanceId)
}

export async function save({ commentId, instanceId }: Comment, draft: Draft): Promise<void> {
  await call(updateComment, { commentId, text: draft.text, mentions: mentionedIn(draft) })
  await refresh(instanceId)
}

/** Asks, and shows its own errors. */
export async function remove({ commentId, instanceId }: Comment): Promise<void> {
  const sure = await confirm({
    title: t('removeQuestion'),
    text: t('removeText'),
    confirmText: t('remove'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeComment, { commentId })
    await refresh(instanceId)
    toast.ok(t('removed'))
  })
}
