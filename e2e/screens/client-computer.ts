import { randomBytes, randomUUID } from 'node:crypto'
import { currentUser } from '@clouddisk/contract/accounts'
import { DEVICE_HEADER, deviceHeader, LOCAL_SYNC_SOURCE } from '@clouddisk/contract/devices'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { removeTrash } from '@clouddisk/contract/trash'
import { signIn } from '../../server/test/person.ts'
import { sendFiles } from '../../server/test/transfer.ts'
import { PASSWORD, type Server } from '../support/server.ts'

/** Signs the person in at a computer with the desktop client, from which a local sync has sent files. */
export async function signInAtComputer({ origin }: Server, userName: string, name: string): Promise<void> {
  const person = await signIn(origin, userName, PASSWORD)
  const device = { id: randomUUID(), name, system: 'Windows 11 Pro', version: '0.1.0' }
  await person.fetch(pathOf(currentUser), { headers: { [DEVICE_HEADER]: deviceHeader(device) } })
  const { instanceId: parentId } = await person.call(createFolder, { instanceName: name, parentId: '0' })
  const files = ['a.txt', 'b.txt', 'bad:name.txt'].map((instanceName) => ({
    ...{ bytes: randomBytes(100), instanceName, parentId },
  }))
  await sendFiles(person, files, { sourceType: LOCAL_SYNC_SOURCE })
  // Other pictures show the drive without it.
  await person.call(removeInstances, { instanceIds: [parentId] })
  await person.call(removeTrash, { instanceIds: [parentId] })
}
