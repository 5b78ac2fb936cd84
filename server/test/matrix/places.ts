import { updatePerson } from '@clouddisk/contract/admin-people'
import { createFolder } from '@clouddisk/contract/files'
import * as groups from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { EntryRole, MemberRole, ShareRole } from '@clouddisk/contract/roles'
import * as shares from '@clouddisk/contract/shares'
import { DAY } from '@clouddisk/contract/time'
import { newLibrary } from '../library.ts'
import type { Person } from '../person.ts'
import type { World } from '../world.ts'
import type { BARRED, Relation } from './answers.ts'

/** Where things can lie and how somebody comes to them: made by the product's own calls alone. */

export interface Place {
  readonly name: string
  /** Who tries, and what the specification says it is there. */
  readonly person: Person
  readonly relation: Relation
  readonly kind: 'person' | 'group'
  /** A folder in which the owner lays out what is tried on. */
  readonly parent: string
  readonly owner: Person
  /** Somebody else who has something there. */
  readonly other: Person
  readonly group?: string
}

/** What is shared itself. */
export interface SharedTop extends Place {
  readonly recipient: Recipient
  readonly role: ShareRole
}

interface Recipient {
  readonly principalType: 'user' | 'department' | 'group'
  readonly principalId: string
}

export const user = ({ user: { userId } }: Person): Recipient => ({
  principalType: 'user',
  principalId: userId,
})
export const department = (principalId: string): Recipient => ({ principalType: 'department', principalId })

/** The same few people everywhere: what they are differs by the place, not by who they are. */
export interface Cast {
  readonly admin: Person
  readonly owner: Person
  readonly other: Person
  /** Of no department. */
  readonly person: Person
  /** In a department below another. */
  readonly staff: Person
  readonly lower: string
  readonly upper: string
  readonly stranger: Person
  /** Whom nobody has given anything. */
  readonly newcomer: Person
}

const ROLES = ['manager', 'linker', 'editor', 'downloader', 'viewer'] as const

export class MatrixFixture {
  readonly world: World
  readonly cast: Cast
  #count = 0

  constructor(world: World, cast: Cast) {
    this.world = world
    this.cast = cast
  }

  static async open(world: World): Promise<MatrixFixture> {
    const upper = await world.department('Matrix')
    const lower = await world.department('Below the matrix', upper)
    const person = (name: string, more = {}) => world.person(`matrix_${name}`, more)
    const owner = await person('owner')
    const admin = await world.admin('superAdmin')
    await admin.call(updatePerson, { userId: owner.user.userId, groupCapacity: 'unlimited' })
    return new MatrixFixture(world, {
      admin,
      owner,
      other: await person('other'),
      person: await person('person'),
      staff: await person('staff', { department: lower }),
      lower,
      upper,
      stranger: await person('stranger'),
      newcomer: await person('newcomer'),
    })
  }

  async folder(parentId = '0', owner = this.cast.owner): Promise<string> {
    const made = await owner.call(createFolder, { parentId, instanceName: `Folder ${++this.#count}` })
    return made.instanceId
  }

  /** The owner's, with somebody else in it. */
  async group(...members: readonly { to: Recipient; role: MemberRole }[]): Promise<groups.Group> {
    const { owner, other } = this.cast
    return owner.call(groups.createGroup, {
      groupName: `Group ${++this.#count}`,
      capacity: 1,
      members: [...members, { to: user(other), role: 'editor' as const }].map(({ to, role }) => ({
        ...to,
        role,
      })),
    })
  }

  async share(instanceId: string, to: Recipient, role: ShareRole, expireTime?: string): Promise<string> {
    const { shares: made } = await this.cast.owner.call(shares.createShare, {
      instanceIds: [instanceId],
      members: [{ ...to, role }],
      ...(expireTime === undefined ? {} : { expireTime }),
    })
    return made[0]?.fileSharingId ?? ''
  }

  async #inGroup(
    name: string,
    person: Person,
    relation: Relation,
    ...members: readonly { to: Recipient; role: MemberRole }[]
  ): Promise<Place & { readonly group: string }> {
    const { owner, other } = this.cast
    const { rootId, groupId } = await this.group(...members)
    const parent = await this.folder(rootId)
    return { name, person, relation, kind: 'group', parent, owner, other, group: groupId }
  }

  #ofOwner(name: string, person: Person, relation: Relation, parent: string): Place {
    const { owner, other } = this.cast
    return { name, person, relation, kind: 'person', parent, owner, other }
  }

  /** A person's own space: its owner and a stranger. */
  async own(): Promise<Place[]> {
    const parent = await this.folder()
    await this.share(parent, user(this.cast.other), 'viewer')
    return [
      this.#ofOwner('one’s own files', this.cast.owner, 'owner', parent),
      this.#ofOwner('another’s files', this.cast.stranger, 'stranger', parent),
    ]
  }

  /** In a group, under each role. */
  async inGroup(): Promise<(Place & { readonly group: string })[]> {
    const { owner, person, stranger } = this.cast
    const places = [
      await this.#inGroup('group, its owner', owner, 'owner'),
      await this.#inGroup('group, no member', stranger, 'stranger'),
    ]
    for (const role of ROLES)
      places.push(await this.#inGroup(`group, ${role}`, person, role, { to: user(person), role }))
    return places
  }

  async #inLibrary(
    name: string,
    person: Person,
    relation: Relation,
    ...members: readonly { to: Recipient; role: MemberRole }[]
  ): Promise<Place & { readonly group: string }> {
    const { admin, owner, other } = this.cast
    const all = [...members, { to: user(other), role: 'editor' as const }]
    const library = await newLibrary(
      admin,
      owner,
      all.map(({ to, role }) => ({ ...to, role })),
    )
    const { folderId: parent, libraryId } = library
    return { name, person, relation, kind: 'group', parent, owner, other, group: libraryId }
  }

  /** In a business library, under each role, and kept out of its category. */
  async inLibrary(): Promise<(Place & { readonly group: string })[]> {
    const { owner, person, stranger } = this.cast
    const places = [
      await this.#inLibrary('library, its owner', owner, 'owner'),
      await this.#inLibrary('library, no member', stranger, 'stranger'),
    ]
    for (const role of ROLES)
      places.push(await this.#inLibrary(`library, ${role}`, person, role, { to: user(person), role }))
    const barred = await this.#inLibrary('library, kept out of its category', person, 'forbidden', {
      to: user(person),
      role: 'editor',
    })
    await owner.call(updateUserRole, {
      instanceId: barred.parent,
      principalType: 'user',
      principalIds: [person.user.userId],
      role: 'forbidden',
    })
    return [...places, barred]
  }

  /** In a group through a department, or one above it. */
  async byDepartment(level: 'lower' | 'upper'): Promise<Place[]> {
    const { staff } = this.cast
    const places: Place[] = []
    for (const role of ROLES) {
      const to = department(this.cast[level])
      places.push(await this.#inGroup(`group by the ${level} department, ${role}`, staff, role, { to, role }))
    }
    return places
  }

  /** By a department and by oneself. */
  union(ofDepartment: MemberRole, own: MemberRole, relation: Relation): Promise<Place> {
    const { staff, upper } = this.cast
    return this.#inGroup(
      `group, ${ofDepartment} by department and ${own} by oneself`,
      staff,
      relation,
      { to: department(upper), role: ofDepartment },
      { to: user(staff), role: own },
    )
  }

  /** By a department, and by oneself too unless with nothing: kept out of the folder, oneself or the department. */
  async barred(
    { department: ofDepartment, own, barred }: (typeof BARRED)[number],
    relation: Relation,
  ): Promise<Place> {
    const { owner, staff, upper } = this.cast
    const [self, all] = [user(staff), department(upper)]
    // Restricted first and made a manager afterwards: a manager is never given an entry.
    const first = ofDepartment === 'manager' ? 'editor' : ofDepartment
    const name = `group, ${ofDepartment} by department and ${own} by oneself, ${barred} kept out`
    const place = await this.#inGroup(
      name,
      staff,
      relation,
      { to: all, role: first as MemberRole },
      ...(own === 'nothing' ? [] : [{ to: self, role: own as MemberRole }]),
    )
    const { principalType, principalId } = barred === 'self' ? self : all
    await owner.call(updateUserRole, {
      instanceId: place.parent,
      principalType,
      principalIds: [principalId],
      role: 'forbidden',
    })
    const { group: groupId } = place
    if (ofDepartment === 'manager')
      await owner.call(groups.addMembers, { groupId, members: [{ ...all, role: 'manager' }] })
    return place
  }

  /** A folder of a group with an entry of one's own. */
  async override(base: MemberRole, entry: EntryRole, relation: Relation): Promise<Place> {
    const { owner, person } = this.cast
    const role = base === 'manager' ? 'editor' : base
    const place = await this.#inGroup(`group, ${base} with ${entry} on the folder`, person, relation, {
      to: user(person),
      role,
    })
    await owner.call(updateUserRole, {
      instanceId: place.parent,
      principalType: 'user',
      principalIds: [person.user.userId],
      role: entry,
    })
    // Restricted first and made a manager afterwards: a manager is never given an entry.
    const { group: groupId } = place
    if (base === 'manager')
      await owner.call(groups.addMembers, { groupId, members: [{ ...user(person), role: base }] })
    return place
  }

  /** In a folder that is shared with somebody, its department, one above it, or its group. */
  async shared(
    role: ShareRole,
    by: 'user' | 'lower' | 'upper' | 'group',
  ): Promise<{ inside: Place; top: SharedTop }> {
    const { staff, other, lower, upper } = this.cast
    const recipients = {
      user: async () => user(staff),
      lower: async () => department(lower),
      upper: async () => department(upper),
      group: async () => {
        const { groupId } = await this.group({ to: user(staff), role: 'viewer' })
        return { principalType: 'group' as const, principalId: groupId }
      },
    }
    const recipient = await recipients[by]()
    const above = await this.folder()
    const parent = await this.folder(above)
    await this.share(parent, recipient, role)
    await this.share(parent, user(other), 'viewer')
    const inside = this.#ofOwner(`shared by ${by}, ${role}`, staff, role, parent)
    return { inside, top: { ...inside, name: `itself ${inside.name}`, parent: above, recipient, role } }
  }

  /** A share in a share. */
  async nested(outer: ShareRole, inner: ShareRole, relation: Relation): Promise<Place> {
    const { person, other } = this.cast
    const top = await this.folder()
    const parent = await this.folder(top)
    await this.share(top, user(person), outer)
    await this.share(parent, user(person), inner)
    await this.share(parent, user(other), 'viewer')
    return this.#ofOwner(`shared as ${outer}, and in it as ${inner}`, person, relation, parent)
  }

  /** What somebody had and has no more. */
  async lost(): Promise<Place[]> {
    const { owner, person, staff } = this.cast
    const to = user(person)
    const removed = await this.#inGroup('a removed member', person, 'stranger', { to, role: 'editor' })
    const principalIds = [person.user.userId]
    await owner.call(groups.removeMembers, { groupId: removed.group, principalIds })
    const left = await this.#inGroup('a member who left', person, 'stranger', { to, role: 'editor' })
    await person.call(groups.leaveGroup, { groupId: left.group })

    const stopped = this.#ofOwner('a stopped share', person, 'stranger', await this.folder())
    const shareIds = [await this.share(stopped.parent, to, 'editor')]
    await owner.call(shares.removeShares, { shareIds })
    const withdrawn = this.#ofOwner(
      'a share that one was taken out of',
      person,
      'stranger',
      await this.folder(),
    )
    const fileSharingId = await this.share(withdrawn.parent, to, 'editor')
    await owner.call(shares.updateSharers, { fileSharingId, principalIds, role: 'remove' })
    const given = this.#ofOwner('a share given back', staff, 'stranger', await this.folder())
    const givenId = await this.share(given.parent, user(staff), 'editor')
    await staff.call(shares.leaveShare, { fileSharingId: givenId })
    return [removed, left, await this.#moved(), stopped, withdrawn, given]
  }

  /** In by a department that it is in no more; what a single folder gave it is lost with that. */
  async #moved(): Promise<Place> {
    const from = await this.world.department('Left')
    const person = await this.world.person('matrix_moved', { department: from })
    const to = department(from)
    const place = await this.#inGroup('whose department changed', person, 'stranger', { to, role: 'viewer' })
    await this.cast.owner.call(updateUserRole, {
      instanceId: place.parent,
      principalType: 'user',
      principalIds: [person.user.userId],
      role: 'editor',
    })
    const elsewhere = await this.world.department('Elsewhere')
    await this.cast.admin.call(updatePerson, { userId: person.user.userId, departmentId: elsewhere })
    return place
  }

  /** A share that ends in a day. */
  async ending(): Promise<Place> {
    const { person } = this.cast
    const place = this.#ofOwner('an expired share', person, 'stranger', await this.folder())
    const end = new Date(this.world.ctx.now().getTime() + DAY)
    await this.share(place.parent, user(person), 'editor', end.toISOString())
    return place
  }
}
