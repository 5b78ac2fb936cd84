import { createDepartment } from '@clouddisk/contract/admin-departments'
import { type AdminPerson, createPerson } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import { type Person, signIn } from '../../server/test/person.ts'
import { PASSWORD, type Server } from './server.ts'

/** A company as its administrator lays it out, by the product's own calls. */
export interface Organisation {
  readonly admin: Person
  /** Makes a department, below another one where that is named. */
  department(name: string, below?: string): Promise<string>
  /** Somebody who may sign in with PASSWORD at once. */
  person(account: string, name: string, more?: Partial<Input<typeof createPerson>>): Promise<AdminPerson>
}

export async function organisation(server: Server): Promise<Organisation> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  return {
    admin,
    department: async (departmentName, parentId = '0') =>
      (await admin.call(createDepartment, { departmentName, parentId })).departmentId,
    person: async (accountName, userRealName, more = {}) => {
      const made = await admin.call(createPerson, {
        accountName,
        userRealName,
        password: PASSWORD,
        mustChangePassword: false,
        roles: ['default'],
        totalCapacity: 20 * 1024 ** 3,
        validUntil: 'forever',
        ...more,
      })
      return made.person
    },
  }
}
