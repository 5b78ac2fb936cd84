import { randomUUID } from 'node:crypto'
import { createDepartment } from '@clouddisk/contract/admin-departments'
import { changePeople } from '@clouddisk/contract/admin-people'
import type { Browser, Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import type { Problems } from './problems.ts'
import { PASSWORD, type Server } from './server.ts'
import { anotherBrowser, signedIn, speak, type Words } from './test.ts'

/** Departments and colleagues, laid out as an administrator does it, each with a browser of its own. */

/** Departments' names are unique in an organisation, and the tests of a worker share one. */
export const unique = (name: string): string => `${name}${randomUUID().slice(0, 5)}`

export interface Colleague {
  readonly id: string
  readonly api: Person
  /** A window of a browser of its own. */
  window(path?: string, language?: Words): Promise<Page>
}

export interface Company {
  department(name: string, parentId?: string): Promise<string>
  /** Somebody new; `realName` is what colleagues read. */
  colleague(realName: string, departmentId?: string): Promise<Colleague>
  moveTo(someone: Person, departmentId: string): Promise<void>
  /** From now on that person can do nothing, and nothing can be given to it. */
  freeze(someone: Person): Promise<void>
}

export async function companyOf(server: Server, browser: Browser, problems: Problems): Promise<Company> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const moveTo = async (someone: Person, departmentId: string) => {
    await admin.call(changePeople, { userIds: [someone.user.userId], action: 'department', departmentId })
  }
  return {
    moveTo,
    freeze: async (someone) => {
      await admin.call(changePeople, { userIds: [someone.user.userId], action: 'freeze' })
    },
    department: async (departmentName, parentId) => {
      const made = await admin.call(createDepartment, {
        departmentName,
        ...(parentId !== undefined && { parentId }),
      })
      return made.departmentId
    },
    colleague: async (realName, departmentId) => {
      const name = await server.addPerson(`p_${randomUUID().slice(0, 8)}`, { realName })
      const api = await signIn(server.origin, name, PASSWORD)
      if (departmentId !== undefined) await moveTo(api, departmentId)
      return {
        id: api.user.userId,
        api,
        window: async (path, language) => {
          const context = await anotherBrowser(browser, problems)
          if (language) await speak(context, language)
          return signedIn(context, server, name, path)
        },
      }
    },
  }
}
