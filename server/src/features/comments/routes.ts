import * as contract from '@clouddisk/contract/comments'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { createComment, removeComment, updateComment } from './change.ts'
import { pageComments } from './list.ts'
import { searchMentions } from './mentions.ts'

export const commentRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.pageComments, (actor, input) => pageComments(ctx, actor, input)),
  bind(contract.createComment, (actor, input) => createComment(ctx, actor, input)),
  bind(contract.updateComment, (actor, input) => updateComment(ctx, actor, input)),
  bind(contract.removeComment, (actor, input) => removeComment(ctx, actor, input)),
  bind(contract.searchMentions, (actor, input) => searchMentions(ctx, actor, input)),
]
