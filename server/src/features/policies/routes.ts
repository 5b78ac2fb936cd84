import * as contract from '@clouddisk/contract/policies'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import * as policies from './policies.ts'
import * as publishing from './publish.ts'

export const policyRoutes = (ctx: Context): RouteBinding[] => [
  bindPublic(contract.queryPolicies, () => policies.list(ctx)),
  bindPublic(contract.queryPolicy, (_actor, input) => policies.read(ctx, input)),
  bind(contract.queryPublicNotices, () => policies.listNotices(ctx)),
  bind(contract.queryPublicNotice, (_actor, { version }) => policies.readNotice(ctx, version)),
  bind(contract.acknowledge, (actor, input) => policies.acknowledge(ctx, actor, input)),
  bind(contract.queryPolicyVersions, () => publishing.list(ctx)),
  bind(contract.queryPolicyVersion, (_actor, input) => publishing.read(ctx, input)),
  bind(contract.publishPolicy, (actor, input) => publishing.publish(ctx, actor, input)),
  bind(contract.withdrawNotice, (actor, { version }) => publishing.withdraw(ctx, actor, version)),
]
