import {
  queryLibraries,
  removeLibrary,
  saveLibrary,
  saveLibraryAttributes,
} from '@clouddisk/contract/admin-libraries'
import type { NewAttribute } from '../../server/test/library.ts'
import { type Person, signIn } from '../../server/test/person.ts'
import { unique } from './colleagues.ts'
import { PASSWORD, type Server } from './server.ts'

/** A business library, laid out by calls. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export interface LaidLibrary {
  readonly admin: Person
  readonly libraryId: string
  readonly name: string
  /** Of its first category, 采购合同. */
  readonly categoryId: string
  /** By their names. */
  readonly attributes: ReadonlyMap<string, string>
  /** Nothing of it is in menus and lists any more. */
  clear(): Promise<void>
}

export async function layLibrary(
  server: Server,
  owner: Person,
  attributes: readonly NewAttribute[] = [],
): Promise<LaidLibrary> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const code = unique('LIB').replaceAll(/[^A-Za-z0-9]/g, '_')
  const name = unique('档案库')
  const { libraryId } = await admin.call(saveLibrary, {
    libraryName: name,
    code,
    description: '公司全部合同',
    capacity: 1,
    menuDisplay: false,
    ownerId: owner.user.userId,
    category: { categoryName: '采购合同', code: 'BUY' },
    icons: { home: PNG, tool: PNG, menu: PNG, app: PNG },
  })
  const { list } = await admin.call(saveLibraryAttributes, { libraryId, attributes: [...attributes] })
  const all = await admin.call(queryLibraries, {})
  const categoryId = all.list.find((one) => one.libraryId === libraryId)?.categories[0]?.categoryId ?? ''
  return {
    admin,
    libraryId,
    name,
    categoryId,
    attributes: new Map(list.map((one) => [one.attributeName, one.attributeId])),
    clear: async () => void (await admin.call(removeLibrary, { libraryId })),
  }
}
