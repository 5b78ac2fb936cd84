import * as contract from '@clouddisk/contract/directories'
import { directoryLogin } from '@clouddisk/contract/directory-login'
import * as runContract from '@clouddisk/contract/directory-runs'
import { makeScimToken, queryScim } from '@clouddisk/contract/scim'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import { refuseUnknownRegion } from '../accounts/public.ts'
import { setCookie } from '../accounts/session-cookie.ts'
import * as directories from './directories.ts'
import { preview } from './preview.ts'
import * as runs from './runs.ts'
import { queryConnection } from './scim/admin.ts'
import { makeToken } from './scim/token.ts'
import { signIn } from './sign-in.ts'

export const directoriesRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryDirectories, (_actor, _input, { language }) => directories.list(ctx, language)),
  bind(contract.saveDirectory, (_actor, input, { language }) => directories.save(ctx, input, language)),
  bind(contract.removeDirectory, async (_actor, input) => {
    await directories.remove(ctx, input)
    return {}
  }),
  bind(contract.tryDirectory, (_actor, input) => preview(ctx, input)),
  bind(runContract.startDirectoryRun, (actor, input, { language }) =>
    runs.start(ctx, actor, input, language),
  ),
  bind(runContract.pageDirectoryRuns, (_actor, input, { language }) => runs.page(ctx, input, language)),
  bind(runContract.queryDirectoryRun, (_actor, { runId }, { language }) =>
    runs.queryRun(ctx.db.reader, runId, language),
  ),
  bind(runContract.pageDirectoryChanges, (_actor, input) => runs.pageChanges(ctx, input)),
  bind(runContract.decideDirectoryRun, (actor, input, { language }) =>
    runs.decide(ctx, actor, input, language),
  ),
  bind(queryScim, (_actor, { directoryId }, { language }) => queryConnection(ctx, directoryId, language)),
  bind(makeScimToken, (_actor, input) => makeToken(ctx, input)),
  bindPublic(directoryLogin, async (_actor, input, { request, reply }) => {
    refuseUnknownRegion(ctx.config, input)
    const signedIn = await signIn(ctx, input, request)
    setCookie(ctx, request, reply, signedIn.token)
    return signedIn
  }),
]
