import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { createGroup, type Group } from '@clouddisk/contract/groups'
import { nameKey } from '@clouddisk/contract/names'
import type { GeneralRole, MemberRole } from '@clouddisk/contract/roles'
import type { Logger } from 'pino'
import { createApp, jobQueues } from '../src/app.ts'
import type { Config, Environment } from '../src/config/config.ts'
import { newId } from '../src/db/ids.ts'
import { addPerson } from '../src/features/accounts/accounts.ts'
import { checkFileConsistency } from '../src/features/files/doctor.ts'
import { type Person, signIn } from './person.ts'
import { openTestContext, type TestContext } from './test-context.ts'

/** The whole server in this process, over HTTP on a port of its own; what server tests read first. */
export interface World extends Pick<TestContext, 'ctx' | 'advance'> {
  readonly baseUrl: string
  /** A new account, signed in. */
  person(name?: string, more?: MorePerson): Promise<Person>
  /** An administrator, signed in. */
  admin(role?: AdminRole, more?: MoreAdmin): Promise<Person>
  /** A department, at the top where no parent is named. Answers its id. */
  department(name: string, parentId?: string): Promise<string>
  /** A group of 1 GB unless said otherwise; its members are people, or departments by their ids. */
  group(owner: Person, members?: readonly [Person | string, MemberRole][], more?: MoreGroup): Promise<Group>
  /** Another session of the same account. */
  again(person: Person): Promise<Person>
  /** The work that runs behind requests: large copies, and what comes round by itself. */
  readonly jobs: { start(): Promise<void>; stop(): Promise<void> }
  /** What is wrong with the tree, its ledgers and the stored bytes; nothing, at the end of every test. */
  doctor(): Promise<unknown[]>
  close(): Promise<void>
}

export interface MorePerson {
  /** Bytes, null for unlimited. */
  readonly capacity?: number | null
  /** The id of its department. */
  readonly department?: string
  readonly realName?: string
  /** Roles that come with the product. */
  readonly roles?: readonly (AdminRole | GeneralRole)[]
}

export interface MoreAdmin extends MorePerson {
  readonly name?: string
  /** Of an orgAdmin: its own department with all below it where neither is given. */
  readonly scope?: 'current' | 'subtree'
  readonly departments?: readonly string[]
}

export interface MoreGroup {
  readonly name?: string
  /** GB. */
  readonly capacity?: number
}

export const PASSWORD = 'Correct-horse1'

/** @param defaults as of `openTestContext`. */
export async function openWorld(
  env: Environment = {},
  log?: Logger,
  defaults?: Partial<Config>,
): Promise<World> {
  const testContext = await openTestContext(env, log, defaults)
  const app = createApp(testContext.ctx)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const jobs = workOf(testContext)
  let people = 0
  let groups = 0
  const person: World['person'] = async (name, { department, ...more } = {}) => {
    const userName = name ?? `person_${++people}`
    const id = await addPerson(testContext.ctx, { userName, password: PASSWORD, ...more })
    if (department !== undefined) await put(testContext, id, department)
    return signIn(baseUrl, userName, PASSWORD)
  }
  return {
    ctx: testContext.ctx,
    advance: testContext.advance,
    baseUrl,
    person,
    admin: async (role = 'superAdmin', { name, scope, departments, roles = [], ...more } = {}) => {
      const plain = scope === undefined && departments === undefined
      const made = await person(name, { ...more, roles: plain ? [...roles, role] : roles })
      if (plain) return made
      await giveScoped(testContext, made.user.userId, role, scope ?? 'subtree', departments ?? [])
      return signIn(baseUrl, made.user.userName, PASSWORD)
    },
    department: async (name, parentId) => {
      const id = newId()
      await testContext.ctx.db.reader
        .insertInto('department')
        .values({ id, parent_id: parentId ?? null, name, name_key: nameKey(name), total: null })
        .execute()
      return id
    },
    group: (owner, members = [], { name, capacity = 1 } = {}) =>
      owner.call(createGroup, {
        groupName: name ?? `Group ${++groups}`,
        capacity,
        members: members.map(([one, role]) => ({
          principalType: typeof one === 'string' ? ('department' as const) : ('user' as const),
          principalId: typeof one === 'string' ? one : one.user.userId,
          role,
        })),
      }),
    again: (person) => signIn(baseUrl, person.user.userName, PASSWORD),
    jobs,
    doctor: () => checkFileConsistency(testContext.ctx.db.reader),
    close: async () => {
      await app.close()
      await jobs.stop()
      await testContext.close()
    },
  }
}

/** Into a department before the account is used. */
async function put({ ctx }: TestContext, id: string, departmentId: string): Promise<void> {
  const changed = await ctx.db.reader
    .updateTable('person')
    .set({ department_id: departmentId })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (changed.numUpdatedRows !== 1n) throw new Error(`nobody was put into ${departmentId}`)
}

/** An administrator's role of one's own making, for one person. */
async function giveScoped(
  { ctx }: TestContext,
  personId: string,
  admin: AdminRole,
  scope: 'current' | 'subtree',
  departments: readonly string[],
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const id = newId()
    const names = { name: `${admin} ${id}`, name_key: `${admin} ${id}`.toLowerCase() }
    await tx
      .insertInto('role')
      .values({
        id,
        ...names,
        type: 'advanced',
        permissions: [],
        admin,
        scope,
        department_ids: [...departments],
      })
      .execute()
    await tx.insertInto('person_role').values({ person_id: personId, preset: null, role_id: id }).execute()
  })
}

/** Starting and stopping, each as often as one likes. */
function workOf(testContext: TestContext): World['jobs'] {
  let working = false
  return {
    start: async () => {
      if (!working) await testContext.jobs.start(jobQueues(testContext.ctx))
      working = true
    },
    stop: async () => {
      if (working) await testContext.jobs.stop()
      working = false
    },
  }
}
