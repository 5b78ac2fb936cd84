import { createApp } from '../src/app.ts'
import { type Environment, readConfig } from '../src/config/config.ts'
import { openBusinessConfig } from '../src/features/business-config/in-force.ts'
import { createContext } from '../src/services.ts'
import type { World } from './world.ts'

export interface SecondServer {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Another server on the database of `world`, with an environment of its own. */
export async function openSecondServer(world: World, env: Environment = {}): Promise<SecondServer> {
  const { dataDir, timeZone } = world.ctx.config
  const config = readConfig({ CLOUDDISK_DATA: dataDir, CLOUDDISK_TIME_ZONE: timeZone, ...env }, dataDir)
  const businessConfig = await openBusinessConfig(config, world.ctx.db.reader)
  const app = createApp(createContext({ ...world.ctx, config, businessConfig }))
  return { baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}
