import { saveLibrary, saveLibraryAttributes } from '@clouddisk/contract/admin-libraries'
import { queryLibrary } from '@clouddisk/contract/libraries'
import type { MemberRole } from '@clouddisk/contract/roles'
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
    attributes: [
      {
        attributeName: ATTRIBUTE,
        code: 'PARTY',
        type: 'text',
        length: 100,
        min: null,
        max: null,
        options: [],
        listDisplay: true,
        allowEmpty: true,
        query: true,
        readOnly: false,
      },
    ],
  })
  const { rootId, categories } = await owner.call(queryLibrary, { libraryId })
  const [category, attribute] = [categories[0], list[0]]
  if (!category || !attribute) throw new Error('the library has no category or attribute')
  return { libraryId, rootId, folderId: category.categoryId, attributeId: attribute.attributeId }
}
