import type { Instance } from '@clouddisk/contract/files'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CommentField } from './comment-field.tsx'
import { CommentRow } from './comment-row.tsx'
import { drafts, EMPTY, send, useComments } from './comments.ts'
import { t } from './strings.ts'

/** Comments on an item, the latest first, below the field for a new one. */
export function CommentsSection({ item }: { item: Instance }): ReactElement {
  const { instanceId, fileAuth } = item
  return (
    <section aria-label={t('title')} className="flex flex-1 flex-col">
      {fileAuth.includes('comment') && (
        <div className="shrink-0 px-5 pt-4 pb-2">
          <CommentField
            key={instanceId}
            instanceId={instanceId}
            label={t('field')}
            initial={drafts.get(instanceId) ?? EMPTY}
            sendText={t('send')}
            failed={t('notSent')}
            onSend={(draft) => send(instanceId, draft)}
            onDraft={(draft) => {
              if (draft.text === '') drafts.delete(instanceId)
              else drafts.set(instanceId, draft)
            }}
          />
        </div>
      )}
      <List key={instanceId} instanceId={instanceId} />
    </section>
  )
}

function List({ instanceId }: { instanceId: string }): ReactElement {
  const query = useComments(instanceId)
  const box = useListFocus()
  if (query.isPending) return <SkeletonRows rows={3} rowHeight={72} />
  if (!query.data)
    return (
      <ErrorState
        title={t('notRead')}
        text={errorMessage(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />
  return (
    <div ref={box} className="pb-4">
      <ul>
        {list.map((comment) => (
          <CommentRow key={comment.commentId} comment={comment} />
        ))}
      </ul>
      <MoreRows query={query} text={t('more')} />
    </div>
  )
}
