import { queryUserCapacity } from '@clouddisk/contract/accounts'
import {
  createDepartment,
  moveDepartment,
  queryDepartments,
  removeDepartment,
} from '@clouddisk/contract/admin-departments'
import { beginLeave, queryBelongings } from '@clouddisk/contract/admin-offboarding'
import { queryPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { batchCreateFolder, createFolder, moveInstances } from '@clouddisk/contract/files'
import {
  answerHandover,
  createGroup,
  dissolveGroup,
  type Group,
  handoverGroup,
  pageGroups,
  queryMembers,
} from '@clouddisk/contract/groups'
import { queryJob, queryJobs } from '@clouddisk/contract/jobs'
import type { Person } from '../../server/test/person.ts'
import type { Product } from './product.ts'

/** What the steps are proved of, each told by what it looks like from outside. */

export interface Scene {
  /** The call, or the job that comes round by itself. */
  readonly act: () => Promise<unknown>
  /** Instead of a call: done by the command line while no server runs. */
  readonly job?: string
  /** What comes round by itself and finishes it. */
  readonly finish?: string
  /** The same for each scene of a deed: no ids, no numbers of its own. */
  readonly look: () => Promise<unknown>
}

export interface Deed {
  readonly name: string
  readonly prepare: (stage: Stage) => Promise<Scene>
}

export class Stage {
  readonly product: Product
  admin: Person
  /** Everybody by account, signed in anew after each crash. */
  readonly #people = new Map<string, Person>()
  #count = 0

  private constructor(product: Product, admin: Person) {
    this.product = product
    this.admin = admin
  }

  static async open(product: Product): Promise<Stage> {
    return new Stage(product, await product.signIn('admin'))
  }

  number(): number {
    return ++this.#count
  }

  /** A new account. */
  async person(): Promise<string> {
    const name = `steps_${this.number()}`
    await this.product.person(name, null)
    return name
  }

  /** Signed in; a session outlives a killed server. */
  async as(name: string): Promise<Person> {
    const known = this.#people.get(name)
    if (known) return known
    const person = await this.product.signIn(name)
    this.#people.set(name, person)
    return person
  }

  /** Does it, or is killed at the n-th statement; then it is started again, and what was left open comes to its end. */
  async carryOut(scene: Scene, killAt: number | undefined): Promise<'done' | 'killed'> {
    const outcome =
      scene.job === undefined ? await this.#call(scene, killAt) : await this.#run(scene.job, killAt)
    if (outcome === 'done' && scene.job === undefined) return outcome
    if (outcome === 'killed' && scene.finish !== undefined) await this.#finish(scene.finish)
    await this.product.start({ killable: true })
    return outcome
  }

  /** By the command line, while no server runs. */
  async #run(job: string, killAt: number | undefined): Promise<'done' | 'killed'> {
    await this.product.stop()
    const { ok, output } = await this.product.cliKilled(killAt, 'job', 'run', job)
    if (!ok && output !== '') throw new Error(output)
    return ok ? 'done' : 'killed'
  }

  async #call({ act }: Scene, killAt: number | undefined): Promise<'done' | 'killed'> {
    if (killAt !== undefined) this.product.arm(killAt)
    try {
      await act()
      if (killAt !== undefined) this.product.arm(Number.POSITIVE_INFINITY)
      return this.product.died() ? 'killed' : 'done'
    } catch (error) {
      if (await this.product.hasDied()) return 'killed'
      throw error
    }
  }

  async #finish(job: string): Promise<void> {
    const { ok, output } = await this.product.cli('job', 'run', job)
    if (!ok) throw new Error(output)
  }
}

const GROUP = 'Group of the steps'

async function newGroup(stage: Stage, owner: string, member?: string): Promise<Group> {
  const members = member
    ? [
        {
          principalType: 'user' as const,
          principalId: (await stage.as(member)).user.userId,
          role: 'editor' as const,
        },
      ]
    : []
  const person = await stage.as(owner)
  const group = await person.call(createGroup, {
    groupName: `${GROUP} ${stage.number()}`,
    capacity: 3,
    members,
  })
  const { instanceId } = await person.call(createFolder, { parentId: group.rootId, instanceName: 'papers' })
  await person.upload(instanceId, 'a.txt', Buffer.from('papers of the group'))
  return group
}

/** What somebody has and sees of its groups. */
async function belongingsOf(stage: Stage, name: string) {
  const person = await stage.as(name)
  const { list } = await person.call(pageGroups, { show: 'all', pageSize: 10 })
  const groups = []
  for (const group of list) {
    const members = await person.call(queryMembers, { groupId: group.groupId, pageSize: 50 })
    groups.push({
      role: group.role,
      dissolving: group.dissolveTime !== null,
      used: group.usedCapacity,
      members: members.list.map(({ role }) => role).toSorted(),
      files: await person.tree(group.rootId),
    })
  }
  const { usedSize, usedGroupCapacity, allottedGroupCapacity } = await person.call(queryUserCapacity, {})
  return { groups, usedSize, usedGroupCapacity, allottedGroupCapacity, files: await person.tree() }
}

const handover: Deed = {
  name: 'a handover that is agreed to',
  prepare: async (stage) => {
    const [from, to] = [await stage.person(), await stage.person()]
    const { groupId } = await newGroup(stage, from, to)
    const receiver = await stage.as(to)
    await (await stage.as(from)).call(handoverGroup, { groupId, userId: receiver.user.userId })
    return {
      act: async () => (await stage.as(to)).call(answerHandover, { groupId, agree: true }),
      finish: 'process-handovers',
      look: async () => [await belongingsOf(stage, from), await belongingsOf(stage, to)],
    }
  },
}

const dissolving: Deed = {
  name: 'beginning to dissolve a group',
  prepare: async (stage) => {
    const [owner, member] = [await stage.person(), await stage.person()]
    const { groupId } = await newGroup(stage, owner, member)
    return {
      act: async () => (await stage.as(owner)).call(dissolveGroup, { groupId }),
      look: async () => [await belongingsOf(stage, owner), await belongingsOf(stage, member)],
    }
  },
}

const dissolved: Deed = {
  name: 'the end of a group',
  prepare: async (stage) => {
    const [owner, member] = [await stage.person(), await stage.person()]
    const { groupId } = await newGroup(stage, owner, member)
    await (await stage.as(owner)).call(dissolveGroup, { groupId })
    await stage.product.sql(
      `update "group" set dissolve_at = now() - interval '1 minute' where id = '${groupId}'`,
    )
    return {
      act: async () => undefined,
      job: 'delete-dissolved-groups',
      finish: 'delete-dissolved-groups',
      look: async () => [await belongingsOf(stage, owner), await belongingsOf(stage, member)],
    }
  },
}

const leaving: Deed = {
  name: 'somebody who leaves',
  prepare: async (stage) => {
    const [from, to] = [await stage.person(), await stage.person()]
    const person = await stage.as(from)
    const heir = await stage.as(to)
    await newGroup(stage, from)
    const { instanceId } = await person.call(createFolder, { instanceName: 'work' })
    await person.upload(instanceId, 'a.txt', Buffer.from('what was worked at'))
    const { userId } = person.user
    return {
      act: async () => {
        const admin = await stage.as('admin')
        return admin.call(beginLeave, { userId, toUserId: heir.user.userId, keepDays: 30 })
      },
      finish: 'offboarding',
      look: async () => {
        const admin = await stage.as('admin')
        const { fileCount, folderCount, groupsOwned, leave } = await admin.call(queryBelongings, { userId })
        const { status } = await admin.call(queryPerson, { userId })
        const received = await belongingsOf(stage, to)
        const renamed = JSON.parse(JSON.stringify(received).replaceAll(from, 'the offboarded user'))
        return [{ fileCount, folderCount, groups: groupsOwned.length, leave: leave?.status, status }, renamed]
      },
    }
  },
}

const purged: Deed = {
  name: 'the end of an account',
  prepare: async (stage) => {
    const from = await stage.person()
    const person = await stage.as(from)
    const { instanceId } = await person.call(createFolder, { instanceName: 'work' })
    await person.upload(instanceId, 'a.txt', Buffer.from('what was worked at'))
    const { userId } = person.user
    const admin = await stage.as('admin')
    await admin.call(beginLeave, { userId, keepDays: 0 })
    return {
      act: async () => undefined,
      job: 'offboarding',
      finish: 'offboarding',
      look: async () => {
        const seen = await (await stage.as('admin')).call(queryBelongings, { userId })
        return { files: seen.fileCount, folders: seen.folderCount, leave: seen.leave?.status }
      },
    }
  },
}

/** `branches` folders beside each other, so that a call carries it out at once or a job does. */
const crossSpaceMove = (name: string, branches: number): Deed => ({
  name,
  prepare: async (stage) => {
    const owner = await stage.person()
    const person = await stage.as(owner)
    const { rootId } = await newGroup(stage, owner)
    const { instanceId } = await person.call(batchCreateFolder, {
      instanceName: 'moved',
      children: Array.from({ length: branches }, (_, n) => ({ instanceName: `branch ${n}` })),
    })
    const top = instanceId ?? ''
    await person.upload(top, 'a.txt', Buffer.from('what is moved'))
    const second = (await person.call(batchCreateFolder, {
      parentId: top,
      instanceName: 'second',
      children: Array.from({ length: branches }, (_, n) => ({ instanceName: `branch ${n}` })),
    })) as { instanceId?: string }
    return {
      act: async () => {
        const mover = await stage.as(owner)
        const { jobId } = await mover.call(moveInstances, { instanceIds: [top], targeParentId: rootId })
        if (jobId === undefined) return
        while ((await mover.call(queryJob, { jobId })).state === 'queued')
          await new Promise((resolve) => setTimeout(resolve, 50))
      },
      look: async () => {
        const mover = await stage.as(owner)
        await settled(mover)
        const { list } = await mover.call(pageGroups, {})
        const { usedSize } = await mover.call(queryUserCapacity, {})
        const names = async (parentId: string) =>
          (await mover.list(parentId)).map((item) => item.instanceName)
        return {
          personal: await names('0'),
          group: await names(rootId),
          inside: (await names(top)).length,
          deeper: (await names(second.instanceId ?? '')).length,
          usedSize,
          groupUsed: list[0]?.usedCapacity,
        }
      },
    }
  },
})

/** What a dead server left begins again by itself. */
async function settled(person: Person): Promise<void> {
  while ((await person.call(queryJobs, {})).some(({ endTime }) => endTime === null))
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** One change of the directory, and where a person is found afterwards. */
const directory = (
  name: string,
  change: (
    by: Person,
    ids: { below: string; other: string; empty: string; userId: string },
  ) => Promise<unknown>,
): Deed => ({
  name,
  prepare: async (stage) => {
    const admin = await stage.as('admin')
    const n = stage.number()
    const made = async (departmentName: string, parentId = '0') =>
      (await admin.call(createDepartment, { departmentName: `${departmentName}_${n}`, parentId }))
        .departmentId
    const [top, other] = [await made('Top'), await made('Other')]
    const [below, empty] = [await made('Below', top), await made('Empty', top)]
    const { userId } = (await stage.as(await stage.person())).user
    await admin.call(updatePerson, { userId, departmentId: below })
    return {
      act: async () => change(await stage.as('admin'), { below, other, empty, userId }),
      look: async () => {
        const by = await stage.as('admin')
        const { departmentPath } = await by.call(queryPerson, { userId })
        const inTop = await by.call(queryDepartments, { parentId: top })
        const plain = (names: readonly string[]) => names.map((one) => one.replace(/_\d+$/, ''))
        return {
          person: plain(departmentPath),
          top: plain(
            inTop.list.map((one) => `${one.departmentName.replace(/_\d+$/, '')} ${one.memberCount}`),
          ),
        }
      },
    }
  },
})

export const DEEDS: readonly Deed[] = [
  handover,
  dissolving,
  dissolved,
  leaving,
  purged,
  crossSpaceMove('moving between spaces within a call', 3),
  crossSpaceMove('moving between spaces by a job', 2600),
  directory('moving a department', (by, { below, other }) =>
    by.call(moveDepartment, { departmentId: below, parentId: other }),
  ),
  directory('moving a person', (by, { userId, other }) =>
    by.call(updatePerson, { userId, departmentId: other }),
  ),
  directory('removing a department', (by, { empty }) => by.call(removeDepartment, { departmentId: empty })),
]
