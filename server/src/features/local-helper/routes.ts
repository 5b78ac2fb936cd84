import { createReadStream } from 'node:fs'
import type { ClientPlatform } from '@clouddisk/contract/local-helper'
import * as contract from '@clouddisk/contract/local-helper'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import { findPackage, latestPackage, platformOf, urlOfPackage } from './client-packages.ts'
import * as tokens from './helper-tokens.ts'

export function localHelperRoutes(ctx: Context): RouteBinding[] {
  const latest = async (request: FastifyRequest, platform: ClientPlatform | undefined) => {
    const found = await latestPackage(
      ctx.config.dataDir,
      platform ?? platformOf(request.headers['user-agent']),
    )
    return {
      name: found?.name ?? null,
      version: found?.version ?? null,
      url: found ? urlOfPackage(found) : null,
    }
  }
  return [
    bind(contract.createHelperToken, (actor, input) => tokens.create(ctx, actor, input)),
    bind(contract.checkHelperToken, async (actor, input) => {
      await tokens.check(ctx, actor, input)
      return {}
    }),
    bindPublic(contract.pluginInfo, async (_actor, { platform }, { request }) => {
      const { version, url } = await latest(request, platform)
      const { localHelper, helperTestPorts } = ctx.config
      return { offered: localHelper, ...contract.helperPorts(helperTestPorts), version, url }
    }),
    bindPublic(contract.getToolName, (_actor, { platform }, { request }) => latest(request, platform)),
    bindPublic(contract.downloadTool, async (_actor, { name }, { reply }) => {
      const found = await findPackage(ctx.config.dataDir, name)
      if (!found) refuseNotFound('clientPackage')
      reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', found.size)
        .header('cache-control', 'no-cache')
        .send(createReadStream(found.path))
      return {}
    }),
  ]
}

/** What the page may reach of the helper on the reader's own computer. */
export const helperSources = ({ config }: Context) => {
  if (!config.localHelper) return { connect: [], frames: [] }
  const { httpPort, websocketPort } = contract.helperPorts(config.helperTestPorts)
  return {
    connect: [`http://${contract.HELPER_HOST}:${httpPort}`, `ws://${contract.HELPER_HOST}:${websocketPort}`],
    frames: ['clouddisk:'],
  }
}
