import type { LibraryCategory } from '@clouddisk/contract/admin-libraries'
import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import type { AttributeRow } from './attribute-store.ts'
import type { CategoryRow } from './store.ts'

/** Rows as the wire spells them. */

export const presentAttribute = ({
  libraryId: _libraryId,
  ...attribute
}: AttributeRow): LibraryAttribute => ({
  ...attribute,
  options: [...attribute.options],
})

export const presentCategory = ({ id, parentId, name, code, level }: CategoryRow): LibraryCategory => ({
  categoryId: id,
  parentId,
  categoryName: name,
  code,
  level,
})
