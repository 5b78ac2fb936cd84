import { saveLibrary, saveLibraryAttributes } from '@clouddisk/contract/admin-libraries'
import { queryLibrary } from '@clouddisk/contract/libraries'
import type { MemberRole } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import type { Person } from './person.ts'

/** Business libraries as tests need them: with one category and one attribute. */

export interface TestLibrary {
  /** Its group's id, too. */
  readonly libraryId: string
  readonly rootId: string
  /** Of the category. */
  readonly folderId: string
  readonly attributeId: string
}

export interface LibraryMember {
  readonly principalType: 'user' | 'department' | 'group'
  readonly principalId: string
  readonly role: MemberRole
}

export type NewAttribute = Input<typeof saveLibraryAttributes>['attributes'][number]

/** A text of up to 100 characters that is listed, may be empty and is searched by. */
export const newAttribute = (
  attributeName: string,
  code: string,
  more: Partial<NewAttribute> = {},
): NewAttribute => ({
  attributeName,
  code,
  type: 'text',
  length: 100,
  min: null,
  max: null,
  options: [],
  listDisplay: true,
  allowEmpty: true,
  query: true,
  readOnly: false,
  ...more,
})

export const CATEGORY = 'Category'
export const ATTRIBUTE = 'Party'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
let count = 0

export async function newLibrary(
  admin: Person,
  owner: Person,
  members: readonly LibraryMember[] = [],
): Promise<TestLibrary> {
  count++
  const { libraryId } = await admin.call(saveLibrary, {
    libraryName: `Library ${count}`,
    code: `LIBRARY_${count}`,
    description: 'of a test',
    capacity: 1,
    menuDisplay: true,
    ownerId: owner.user.userId,
    members: [...members],
    category: { categoryName: CATEGORY, code: 'C' },
    icons: { home: PNG, tool: PNG, menu: PNG, app: PNG },
  })
  const { list } = await admin.call(saveLibraryAttributes, {
    libraryId,
    attributes: [newAttribute(ATTRIBUTE, 'PARTY')],
  })
  const { rootId, categories } = await owner.call(queryLibrary, { libraryId })
  const [category, attribute] = [categories[0], list[0]]
  if (!category || !attribute) throw new Error('the library has no category or attribute')
  return { libraryId, rootId, folderId: category.categoryId, attributeId: attribute.attributeId }
}
