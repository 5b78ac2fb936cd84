import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pageInstances } from '@clouddisk/contract/files'
import { createToken } from '@clouddisk/contract/tokens'
import { pageVersions } from '@clouddisk/contract/versions'
import type { MorePerson, World } from '../../server/test/world.ts'
import { type Ended, type SyncProcess, startSync } from './sync-process.ts'

/** A person with an access token, a folder, and what `clouddisk sync` makes of them. */
export type SyncFixture = Awaited<ReturnType<typeof openSyncFixture>>

interface StartMore {
  readonly server?: string
  readonly env?: NodeJS.ProcessEnv
}

export async function openSyncFixture(world: World, more?: MorePerson) {
  const person = await world.person(undefined, more)
  const newToken = async (scope: 'read' | 'write') =>
    (await person.call(createToken, { name: 'sync', scope })).token
  const token = await newToken('write')
  const root = await mkdtemp(join(tmpdir(), 'clouddisk-sync-command-'))
  const source = join(root, 'source')
  await mkdir(source)

  const start = (
    args: readonly string[] = [],
    { server = world.baseUrl, env = {} }: StartMore = {},
  ): SyncProcess =>
    startSync(
      [
        ...['--server', server, '--from', source, '--to', '/backup/mail'],
        ...['--state', join(root, 'state'), '--json', ...args],
      ],
      { CLOUDDISK_TOKEN: token, ...env },
    )
  const idAt = async (...names: readonly string[]): Promise<string> => {
    let parentId = '0'
    for (const name of names) {
      const { list } = await person.call(pageInstances, { parentId, pageSize: 100 })
      parentId = list.find(({ instanceName }) => instanceName === name)?.instanceId ?? ''
    }
    return parentId
  }
  return {
    person,
    token,
    newToken,
    root,
    source,
    start,
    sync: (args?: readonly string[], more?: StartMore): Promise<Ended> => start(args, more).ended,
    put: async (files: Readonly<Record<string, string | Buffer>>): Promise<void> => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(source, path)), { recursive: true })
        await writeFile(join(source, path), content)
      }
    },
    idAt,
    treeOfMail: async () => person.tree(await idAt('backup', 'mail')),
    versionsAt: async (...names: readonly string[]): Promise<number> => {
      const instanceId = await idAt('backup', 'mail', ...names)
      return (await person.call(pageVersions, { instanceId, pageNo: 1, pageSize: 10 })).total
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
}
