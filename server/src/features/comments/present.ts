import type { Comment } from '@clouddisk/contract/comments'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Reader } from '../../db/database.ts'
import { namesVisibleTo } from '../directory/search.ts'
import type { CommentRow } from './store.ts'

/** Comments in the wire format. */

export async function presentComments(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const people = rows.flatMap(({ authorId, mentions }) => (authorId ? [authorId, ...mentions] : mentions))
  const names = await namesVisibleTo(db, actor, [...new Set(people)])
  const manages = item.permissions.has('members')
  return rows.map(({ id, fileId, authorId, text, mentions, createdAt, editedAt }) => {
    const isOwn = authorId === actor.personId
    return {
      commentId: id,
      instanceId: fileId,
      text,
      userId: authorId,
      userRealName: (authorId && names.get(authorId)) ?? null,
      mentions: mentions.flatMap((userId) => {
        const userRealName = names.get(userId)
        return userRealName === undefined ? [] : [{ userId, userRealName }]
      }),
      createTime: createdAt.toISOString(),
      editTime: editedAt?.toISOString() ?? null,
      canChange: isOwn && item.permissions.has('comment'),
      canRemove: isOwn || manages,
    }
  })
}
