import type { EntryFault } from '@clouddisk/contract/archives'
import { extractedName } from '@clouddisk/contract/filetypes'
import { FolderInput, PackageOpen } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import type { ArchiveRow } from './archive-tree.ts'
import { type Extraction, extractHere, extractTo } from './extract.ts'
import { t } from './strings.ts'

/** Short enough for the right column of a menu. */
const REASONS = {
  encrypted: 'isEncrypted',
  link: 'isLink',
  special: 'isSpecial',
  unsafe: 'isUnsafe',
} as const satisfies Record<EntryFault, string>

/**
 * What can be done with some rows of an archive, which `what` extracts.
 * @param isSingle the file of a compressed file gets no folder.
 */
export function extractActions(
  what: Extraction,
  rows: readonly ArchiveRow[],
  isSingle: boolean,
): readonly Action[] {
  const { fileAuth, instanceName } = what.item
  const mayExtract = fileAuth.includes('download')
  const fault = rows.every((row) => row.fault) ? rows[0]?.fault : undefined
  const disabled = fault && t(REASONS[fault])
  return [
    {
      name: 'archive.extractHere',
      label: isSingle ? t('extractHere') : t('extractInto', { name: extractedName(instanceName) }),
      icon: PackageOpen,
      visible: mayExtract && fileAuth.includes('upload'),
      disabled,
      run: () => void extractHere(what),
    },
    {
      name: 'archive.extractTo',
      label: t('extractTo'),
      icon: FolderInput,
      visible: mayExtract,
      disabled,
      run: () => void extractTo(what),
    },
  ]
}
