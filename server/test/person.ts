import { createHash } from 'node:crypto'
import { type CallOptions, createClient } from '@clouddisk/client/http/call'
import { ApiError } from '@clouddisk/client/http/errors'
import { currentUser, login, type User } from '@clouddisk/contract/accounts'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { codeOf, DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'
import { type Instance, type InstancePage, pageInstances } from '@clouddisk/contract/files'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import { type NewContent, uploadWhole } from './transfer.ts'

/** A signed-in person over HTTP, with what tests do all the time. */
export interface Person {
  readonly baseUrl: string
  readonly token: string
  readonly user: User
  /** Answers the envelope's `data`; throws ApiError, whose `name` is the catalogue's. */
  call<T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>>
  /** A bare request to a path of the server, with the person's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The same session at another address of the same data. */
  at(baseUrl: string): Person
  /** The same person, answered in another language. */
  speaking(language: Language): Person
  /** The whole upload sequence; the object is put in parts where it is larger than one part. */
  upload(parentId: string, name: string, bytes: Uint8Array, more?: NewContent): Promise<SavedInstance>
  download(instanceId: string): Promise<Buffer>
  /** Everything in a folder, page after page. */
  list(parentId?: string): Promise<Instance[]>
  /** Everything below a folder: a file is its size, a folder what is in it. */
  tree(parentId?: string): Promise<Tree>
}

export interface Tree {
  [name: string]: number | Tree
}

/** Signs in with account name and password. */
export async function signIn(
  baseUrl: string,
  userName: string,
  password: string,
  language: Language = DEFAULT_LANGUAGE,
): Promise<Person> {
  const { token } = await createClient({ baseUrl }).call(login, { userName, password })
  const user = await createClient({ baseUrl, token: () => token }).call(currentUser, {})
  return personOf(baseUrl, token, user, language)
}

/** Signs in with a token that is there already. */
export function personOf(
  baseUrl: string,
  token: string,
  user: User,
  language: Language = DEFAULT_LANGUAGE,
): Person {
  const client = createClient({ baseUrl, token: () => token, language: () => language })
  const person: Person = {
    baseUrl,
    token,
    user,
    call: (route, input, options) => client.call(route, input, options),
    fetch: (path, init = {}) =>
      fetch(new URL(path, baseUrl), {
        redirect: 'manual',
        ...init,
        headers: { 'accept-language': language, authorization: `Bearer ${token}`, ...init.headers },
      }),
    at: (other) => personOf(other, token, user, language),
    speaking: (other) => personOf(baseUrl, token, user, other),
    upload: (parentId, name, bytes, more) => uploadWhole(person, { parentId, name, bytes, ...more }),
    download: (instanceId) => download(person, instanceId),
    list: (parentId = '0') => listAll(person, parentId),
    tree: (parentId = '0') => wholeTree(person, parentId),
  }
  return person
}

async function download(person: Person, instanceId: string): Promise<Buffer> {
  const response = await fetch(await person.call(getDownloadUrl, { instanceId }))
  if (!response.ok) throw new Error(`download answered ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

const PAGE = 200

async function listAll(person: Person, parentId: string): Promise<Instance[]> {
  const all: Instance[] = []
  for (let cursor: string | undefined; ; ) {
    const page: InstancePage = await person.call(pageInstances, {
      parentId,
      pageSize: PAGE,
      ...(cursor ? { cursor } : {}),
    })
    all.push(...page.list)
    cursor = page.nextCursor
    if (!cursor) return all
  }
}

const WALKS = 5

/** A folder may go while the tree is walked: then it is walked anew. One that is listed and never there is a fault. */
async function wholeTree(person: Person, parentId: string): Promise<Tree> {
  for (let walk = 1; ; walk++) {
    try {
      return await treeOf(person, parentId)
    } catch (error) {
      const gone = error instanceof ApiError && error.code === codeOf('not_found')
      if (!gone || walk === WALKS) throw error
    }
  }
}

async function treeOf(person: Person, parentId: string): Promise<Tree> {
  const tree: Tree = {}
  for (const item of await listAll(person, parentId))
    tree[item.instanceName] =
      item.classifierId === 'Folder' ? await treeOf(person, item.instanceId) : item.fileSize
  return tree
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
