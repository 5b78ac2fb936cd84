import type { Comment } from '@clouddisk/contract/comments'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CommentField } from './comment-field.tsx'
import { type Draft, type Mention, remove, save } from './comments.ts'
import { t } from './strings.ts'

/** One comment: who, when, what, and its actions. */
export function CommentRow({ comment }: { comment: Comment }): ReactElement {
  const { text, userRealName, createTime, editTime, canChange, canRemove, mentions } = comment
  const [editing, setEditing] = useState(false)
  const name = userRealName ?? t('formerUser')
  const onSend = async (draft: Draft) => {
    await save(comment, draft)
    setEditing(false)
  }
  return (
    <li className="flex gap-2.5 px-5 py-2.5">
      <Avatar name={name} size={28} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-center gap-2 text-secondary">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <time
            dateTime={createTime}
            title={formatFullDateTime(createTime)}
            className="tabular shrink-0 text-caption text-mut"
          >
            {formatDateTime(createTime)}
          </time>
          {editTime && (
            <span
              title={t('editedAt', { time: formatFullDateTime(editTime) })}
              className="shrink-0 text-caption text-mut"
            >
              {t('edited')}
            </span>
          )}
          {!editing && (
            <span className="ml-auto flex shrink-0">
              {canChange && (
                <IconButton size="small" icon={Pencil} label={t('edit')} onClick={() => setEditing(true)} />
              )}
              {canRemove && (
                <IconButton
                  size="small"
                  icon={Trash2}
                  label={t('remove')}
                  onClick={() => void remove(comment)}
                />
              )}
            </span>
          )}
        </div>
        {editing ? (
          <CommentField
            instanceId={comment.instanceId}
            label={t('editOf')}
            initial={{ text, people: mentions }}
            sendText={t('save')}
            failed={t('notSaved')}
            onSend={onSend}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="text-body break-words whitespace-pre-wrap select-text">{marked(text, mentions)}</p>
        )}
      </div>
    </li>
  )
}

/** The text with the names of mentioned people set off. */
function marked(text: string, mentions: readonly Mention[]): ReactNode {
  const names = mentions.map(({ userRealName }) => `@${userRealName}`).sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const pattern = new RegExp(
    `(${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`,
  )
  return text.split(pattern).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <span key={at} className="font-medium text-accent-text">
        {part}
      </span>
    ),
  )
}
