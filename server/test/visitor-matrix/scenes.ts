import { beginLeave, purgeLeaver } from '@clouddisk/contract/admin-offboarding'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { createFolder, pageInstances, removeInstances } from '@clouddisk/contract/files'
import { removeMembers } from '@clouddisk/contract/groups'
import {
  checkLinkCode,
  createOrUpdateLink,
  type Link,
  pageLinkInstances,
  removeLinks,
} from '@clouddisk/contract/links'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import type { Input } from '@clouddisk/contract/route'
import { MINUTE } from '@clouddisk/contract/time'
import { newLibrary } from '../library.ts'
import { copyOf } from '../matrix/operations.ts'
import type { Person } from '../person.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import type { World } from '../world.ts'
import { PRESETS, type Preset, type State } from './answers.ts'
import { ask, downloadOf, type Opened } from './calls.ts'

/** Links in every state of the table, and visitors of each who came before the link got into that state. */

/** A link that permits something, in some state. */
export interface Scene {
  readonly link: Link
  readonly opened: Opened
  /** Who came before, and who comes now; the latter anew for each call. */
  readonly inside: Visitors
  fresh(): Visitors
  /** Addresses of downloads of the visitors who came before. */
  readonly downloads: readonly string[]
  /** What is typed as the code. */
  readonly typed: string
}

/** The same browser, where a person is signed in or not. */
export interface Visitors {
  readonly guest: Visitor
  readonly person: Visitor
}

/** The test lets so much time pass once all links are made; addresses of downloads are good for longer. */
export const PASSED_MS = 6 * MINUTE

type Settings = Partial<Input<typeof createOrUpdateLink>>

interface Recipe {
  readonly settings?: Settings
  readonly owner?: Person
  /** Where its folders are, of the owner's own space by default. */
  readonly root?: string
  readonly code?: string
  /** The person of the signed-in visitors; null where these are not signed in either. */
  readonly visitor?: Person | null
  /** Whether they are let in before. */
  readonly enters?: boolean
  readonly token?: string
  readonly typed?: string
  /** Brings all links of the state into it. */
  after?(links: readonly Link[], targets: readonly string[]): Promise<unknown>
}

export class Scenes {
  readonly #world: World
  readonly #visitor: Person
  readonly #admin: Person
  readonly #patterns = new Map<string, Promise<string>>()

  static async open(world: World): Promise<Scenes> {
    return new Scenes(world, await world.person(), await world.admin())
  }

  private constructor(world: World, visitor: Person, admin: Person) {
    this.#world = world
    this.#visitor = visitor
    this.#admin = admin
  }

  /** A link for each preset, in this state. */
  async make(state: State): Promise<Map<Preset, Scene>> {
    const recipe = await this.#recipes[state]()
    const owner = recipe.owner ?? (await this.#world.person())
    const scenes = new Map<Preset, Scene>()
    for (const preset of Object.keys(PRESETS) as Preset[])
      scenes.set(preset, await this.#scene(owner, preset, recipe))
    const made = [...scenes.values()]
    await recipe.after?.(
      made.map(({ link }) => link),
      made.map(({ opened }) => opened.folder),
    )
    return scenes
  }

  async #scene(owner: Person, preset: Preset, recipe: Recipe): Promise<Scene> {
    const folder = await copyOf(owner, await this.#patternOf(owner), recipe.root ?? '0')
    const { list } = await owner.call(pageInstances, { parentId: folder })
    const idOf = (name: string) => list.find((item) => item.instanceName === name)?.instanceId ?? ''
    const opened = { folder, doc: idOf('doc.txt'), sub: idOf('sub') }
    const { code = '', visitor = this.#visitor, token, enters = true } = recipe
    const link = await owner.call(createOrUpdateLink, {
      instanceIds: [folder],
      code,
      perms: [...PRESETS[preset]],
      watermark: preset === 'view with a watermark',
      ...recipe.settings,
    })
    const { linkPath } = link
    const fresh = () => ({
      guest: visitorOf(this.#world.baseUrl, recipe.settings?.visitor && visitor ? visitor : undefined),
      person: visitorOf(this.#world.baseUrl, visitor ?? undefined),
    })
    const inside = token === undefined ? fresh() : this.#withToken(token)
    const downloads: string[] = []
    for (const one of enters ? [inside.guest, inside.person] : []) {
      if (code !== '') await one.call(checkLinkCode, { linkPath, code })
      await ask(one, pageLinkInstances, linkPath, {})
      downloads.push((await downloadOf(one, linkPath, opened.doc)) ?? '')
    }
    return { link, opened, inside, fresh, downloads: downloads.filter(Boolean), typed: recipe.typed ?? code }
  }

  #withToken(token: string): Visitors {
    const { baseUrl } = this.#world
    const headers = { shareToken: token }
    return {
      guest: visitorOf(baseUrl, undefined, undefined, headers),
      person: visitorOf(baseUrl, this.#visitor, undefined, headers),
    }
  }

  /** What the links of an owner open copies of. */
  #patternOf(owner: Person): Promise<string> {
    const lay = async () => {
      const { instanceId } = await owner.call(createFolder, { instanceName: 'pattern' })
      const { instanceId: sub } = await owner.call(createFolder, {
        parentId: instanceId,
        instanceName: 'sub',
      })
      await owner.upload(instanceId, 'doc.txt', Buffer.from('doc'))
      await owner.upload(sub, 'inner.txt', Buffer.from('inner'))
      return instanceId
    }
    const pattern = this.#patterns.get(owner.user.userId) ?? lay()
    this.#patterns.set(owner.user.userId, pattern)
    return pattern
  }

  #review(made: readonly Link[], review: 'waiting' | 'refused') {
    const ids = made.map(({ shareId }) => shareId)
    return this.#world.ctx.db.pool.query('update link set review = $2 where id = any($1)', [ids, review])
  }

  /** Within the time that the test lets pass. */
  #soon(): string {
    return new Date(this.#world.ctx.now().getTime() + PASSED_MS / 2).toISOString()
  }

  readonly #recipes: Readonly<Record<State, () => Promise<Recipe>>> = {
    open: async () => ({}),
    'with a code, by the right one': async () => ({ code: 'Right1' }),
    'with a code, by a wrong one': async () => ({ code: 'Right1', typed: 'Wrong1' }),
    'with another code than before': async () => {
      const owner = await this.#world.person()
      const change = ({ shareId }: Link) => owner.call(createOrUpdateLink, { shareId, code: 'Other1' })
      return {
        owner,
        code: 'Right1',
        typed: 'Other1',
        after: (made) => Promise.all(made.map(change)),
      }
    },
    'with the session of another link': async () => {
      const owner = await this.#world.person()
      const { instanceId } = await owner.upload('0', 'other.txt', Buffer.from('other'))
      const { linkPath } = await owner.call(createOrUpdateLink, {
        instanceIds: [instanceId],
        code: 'Right1',
      })
      const { shareToken } = await visitorOf(this.#world.baseUrl).call(checkLinkCode, {
        linkPath,
        code: 'Right1',
      })
      return { owner, code: 'Right1', token: shareToken, enters: false }
    },
    'after its time': async () => ({ settings: { expireTime: this.#soon() } }),
    'visited as often as it may be': async () => ({ settings: { maxVisits: 2 } }),
    stopped: async () => {
      const owner = await this.#world.person()
      const stop = (made: readonly Link[]) =>
        owner.call(removeLinks, { shareIds: made.map(({ shareId }) => shareId) })
      return { owner, after: stop }
    },
    'under review': async () => ({ after: (made) => this.#review(made, 'waiting') }),
    'refused in review': async () => ({ after: (made) => this.#review(made, 'refused') }),
    'to what is in the recycle bin': async () => {
      const owner = await this.#world.person()
      const remove = (_: unknown, targets: readonly string[]) =>
        owner.call(removeInstances, { instanceIds: [...targets] })
      return { owner, after: remove }
    },
    'of a frozen owner': () => this.#ofOwner({ status: 'frozen' }),
    'of an owner whose account is over': () => this.#ofOwner({ validUntil: this.#soon() }),
    'of an owner who was removed': async () => {
      const owner = await this.#world.person()
      const { userId } = owner.user
      const removeOwner = async () => {
        await this.#admin.call(beginLeave, { userId, keepDays: 0 })
        await this.#admin.call(purgeLeaver, { userId })
      }
      return { owner, after: removeOwner }
    },
    'of an owner who is in the group no more': async () => {
      const { owner, leader, groupId, rootId } = await this.#linker()
      const { userId } = owner.user
      return {
        owner,
        root: rootId,
        after: () => leader.call(removeMembers, { groupId, principalIds: [userId] }),
      }
    },
    'of an owner who may link no more': async () => {
      const { owner, leader, groupId, rootId } = await this.#linker()
      const principalIds = [owner.user.userId]
      return {
        owner,
        root: rootId,
        after: () => leader.call(updateMemberRole, { groupId, principalIds, role: 'editor' }),
      }
    },
    'into a business library': async () => {
      const { owner, folderId } = await this.#libraryLinker()
      return { owner, root: folderId }
    },
    'into a business library, with a code': async () => {
      const { owner, folderId } = await this.#libraryLinker()
      return { owner, root: folderId, code: 'Right1' }
    },
    'into a business library that its owner is in no more': async () => {
      const { owner, leader, folderId, libraryId: groupId } = await this.#libraryLinker()
      const principalIds = [owner.user.userId]
      return { owner, root: folderId, after: () => leader.call(removeMembers, { groupId, principalIds }) }
    },
    'for people who are signed in, by one': async () => ({ settings: { visitor: 'signedIn' } }),
    'for people who are signed in, without signing in': async () => ({
      settings: { visitor: 'signedIn' },
      visitor: null,
      enters: false,
    }),
    'for people who are signed in, by one frozen since': async () => {
      const visitor = await this.#world.person()
      const { userId } = visitor.user
      return {
        settings: { visitor: 'signedIn' },
        visitor,
        after: () => this.#admin.call(updatePerson, { userId, status: 'frozen' }),
      }
    },
    'for designated people, by one of them': async () => ({ settings: this.#designated(this.#visitor) }),
    'for designated people, by another': async () => ({
      settings: this.#designated(await this.#world.person()),
      enters: false,
    }),
    'for designated people, without signing in': async () => ({
      settings: this.#designated(this.#visitor),
      visitor: null,
      enters: false,
    }),
  }

  #designated({ user }: Person): Settings {
    return { visitor: 'designated', principalIds: [user.userId] }
  }

  async #ofOwner(change: Partial<Input<typeof updatePerson>>): Promise<Recipe> {
    const owner = await this.#world.person()
    const { userId } = owner.user
    return { owner, after: () => this.#admin.call(updatePerson, { userId, ...change }) }
  }

  async #linker() {
    const [leader, owner] = [await this.#world.person(), await this.#world.person()]
    const { groupId, rootId } = await this.#world.group(leader, [[owner, 'linker']])
    return { leader, owner, groupId, rootId }
  }

  async #libraryLinker() {
    const [leader, owner] = [await this.#world.person(), await this.#world.person()]
    const linker = { principalType: 'user', principalId: owner.user.userId, role: 'linker' } as const
    return { leader, owner, ...(await newLibrary(this.#admin, leader, [linker])) }
  }
}
