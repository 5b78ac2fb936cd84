import * as admin from '@clouddisk/contract/admin-identity'
import * as contract from '@clouddisk/contract/sign-in'
import type { Context } from '../../context.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import * as providers from './admin-providers.ts'
import * as identities from './identities.ts'
import { endAtProvider, providerLogout } from './logout.ts'
import { anyProvider, callOf, usableProvider } from './providers.ts'
import { readMetadata } from './saml/read-metadata.ts'
import * as signIn from './sign-in.ts'
import { tried } from './try.ts'

export function identityRoutes(ctx: Context): RouteBinding[] {
  return [
    bindPublic(contract.querySignInOptions, (_actor, { fault }, call) => signIn.options(ctx, call, fault)),
    bindPublic(contract.ssoStart, async (_actor, input, call) => {
      await signIn.start(ctx, call, input)
      return {}
    }),
    bindPublic(contract.ssoCallback, async (_actor, { providerId }, call) => {
      const { request, reply } = call
      if (request.method === 'GET') {
        await signIn.callback(ctx, call, providerId)
        return {}
      }
      const provider = await anyProvider(ctx.db.reader, providerId)
      await endAtProvider(ctx, request, provider, signIn.requestOf(ctx, request))
      reply.code(200).header('cache-control', 'no-store').send('')
      return {}
    }),
    bindPublic(contract.ssoAcs, async (_actor, { providerId }, call) => {
      await signIn.acs(ctx, call, providerId)
      return {}
    }),
    bindPublic(contract.ssoFinish, async (_actor, { flow }, call) => {
      await signIn.finishKept(ctx, call, flow)
      return {}
    }),
    bindPublic(contract.ssoMetadata, async (_actor, { providerId }, { request, reply }) => {
      const provider = await anyProvider(ctx.db.reader, providerId)
      const call = callOf(ctx, provider, publicOriginOf(ctx.config, request))
      const xml = (await provider.protocol.metadata?.(call)) ?? refuseNotFound('identityProvider')
      reply.header('cache-control', 'no-store').type('application/samlmetadata+xml').send(xml)
      return {}
    }),
    bindPublic(contract.ssoProviderLogout, async (_actor, { providerId }, { request, reply }) => {
      const url = await providerLogout(ctx, request, providerId)
      reply.header('cache-control', 'no-store')
      if (url) reply.redirect(url, 302)
      else reply.code(200).send('')
      return {}
    }),

    bind(contract.queryOwnIdentities, (actor) => identities.own(ctx, actor)),
    bind(contract.linkIdentity, async (actor, { providerId, service = null }, call) => {
      const provider = await usableProvider(ctx.db.reader, providerId)
      const flow = { purpose: 'link', personId: actor.personId, service } as const
      return { url: await signIn.begin(ctx, call, provider, flow) }
    }),
    bind(contract.unlinkIdentity, async (actor, { identityId }) => {
      await identities.unlink(ctx, identityId, actor.personId)
      return {}
    }),

    bind(admin.queryIdentityProviders, (_actor, _input, { request }) => providers.list(ctx, request)),
    bind(admin.saveIdentityProvider, (actor, input, { request }) =>
      providers.save(ctx, actor, request, input),
    ),
    bind(admin.readSamlMetadata, (_actor, input) => readMetadata(ctx, input)),
    bind(admin.orderIdentityProviders, async (_actor, { providerIds }) => {
      await providers.order(ctx, providerIds)
      return {}
    }),
    bind(admin.removeIdentityProvider, (_actor, { providerId }) => providers.remove(ctx, providerId)),
    bind(admin.tryIdentityProvider, async (actor, { providerId }, call) => {
      const provider = await anyProvider(ctx.db.reader, providerId)
      const flow = { purpose: 'try', personId: actor.personId, service: null } as const
      return { url: await signIn.begin(ctx, call, provider, flow) }
    }),
    bind(admin.queryProviderTry, (actor, { tryId }, { language }) => tried(ctx, actor, tryId, language)),
    bind(admin.pageLinkedPeople, (_actor, input) => identities.page(ctx, input)),
    bind(admin.linkPerson, async (_actor, input) => {
      await identities.linkByAdmin(ctx, input)
      return {}
    }),
    bind(admin.unlinkPerson, async (_actor, { identityId }) => {
      await identities.unlink(ctx, identityId)
      return {}
    }),
    bind(admin.queryPersonIdentities, (_actor, { userId }) => identities.ofPerson(ctx, userId)),
  ]
}
