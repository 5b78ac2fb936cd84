import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { type OnlineMode, openOnline } from '@clouddisk/contract/coediting'
import type { Logger } from 'pino'
import { type Editor, type OfficeOptions, type OfficeServer, openOfficeServer } from './office-server.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** A world whose only cluster has an Office server. */
export interface EditingWorld {
  readonly world: World
  readonly office: OfficeServer
  readonly admin: Person
  readonly clusterId: string
  /** Opens a file as the page does, for calls in the person’s name. */
  open(person: Person, instanceId: string, mode?: OnlineMode): Promise<Editor>
  close(): Promise<void>
}

export async function openEditingWorld(options: OfficeOptions = {}, log?: Logger): Promise<EditingWorld> {
  const world = await openWorld({}, log)
  const office = await openOfficeServer({ now: () => world.ctx.now().getTime(), ...options })
  const admin = await world.admin()
  const { clusterId } = await admin.call(saveCluster, {
    clusterName: 'office',
    coeditingAddress: office.address,
  })
  return {
    world,
    office,
    admin,
    clusterId,
    open: async (person, instanceId, mode = 'edit') =>
      office.editor(await person.call(openOnline, { instanceId, mode })),
    close: async () => {
      await world.close()
      await office.close()
    },
  }
}
