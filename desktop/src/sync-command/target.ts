import type { Client } from '@clouddisk/client/http/call'
import { ApiError } from '@clouddisk/client/http/errors'
import type { Language } from '@clouddisk/contract/errors'
import { createFolder, queryNamesakes } from '@clouddisk/contract/files'
import { pageGroups } from '@clouddisk/contract/groups'
import { CommandEnded, EXIT } from './exit-codes.ts'
import { type CommandText, say, type Values } from './strings.ts'

/** Finds the folder of the drive that a sync sends to. */

export interface Target {
  /** From the root down to the folder itself. */
  readonly ids: readonly string[]
}

interface Path {
  readonly client: Client
  readonly rootId: string
  readonly names: readonly string[]
  readonly language: Language
}

/**
 * @param create whether folders that are missing are created.
 * @returns null if it is missing and not to be created.
 * @throws CommandEnded, ApiError, NetworkError, TimeoutError
 */
export async function findTarget(
  { client, rootId, names, language }: Path,
  create: boolean,
): Promise<Target | null> {
  const ids = [rootId]
  for (const [at, name] of names.entries()) {
    const parentId = ids.at(-1) ?? rootId
    const found =
      (await folderIn(client, parentId, name)) ?? (create ? await made(client, parentId, name) : null)
    if (found === 'file') throw refusal('targetIsFile', language, { path: names.slice(0, at + 1).join('/') })
    if (found === null) return null
    ids.push(found)
  }
  return { ids }
}

/** The root folder of the group that the caller is in. @throws CommandEnded */
export async function rootOfGroup(client: Client, name: string, language: Language): Promise<string> {
  const { list } = await client.call(pageGroups, { keyword: name, show: 'all', pageSize: 200 })
  const [group, another] = list.filter(({ groupName }) => groupName === name)
  if (!group) throw refusal('noGroup', language, { name })
  if (another) throw refusal('severalGroups', language, { name })
  return group.rootId
}

const refusal = (what: CommandText, language: Language, values: Values) =>
  new CommandEnded(EXIT.usage, what, say(what, language, values))

async function folderIn(client: Client, parentId: string, name: string): Promise<string | 'file' | null> {
  const [found] = await client.call(queryNamesakes, { parentId, names: [name] })
  if (!found) return null
  return found.classifierId === 'Folder' ? found.instanceId : 'file'
}

async function made(client: Client, parentId: string, name: string): Promise<string | 'file' | null> {
  try {
    return (await client.call(createFolder, { parentId, instanceName: name })).instanceId
  } catch (error) {
    // Another program has created it meanwhile.
    if (error instanceof ApiError && error.name === 'name_taken') return folderIn(client, parentId, name)
    throw error
  }
}
