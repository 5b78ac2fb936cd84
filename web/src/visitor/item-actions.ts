import type { Instance } from '@clouddisk/contract/files'
import { Download, Pencil } from 'lucide-react'
import type { Action } from '../lib/action.ts'
import { type Downloadable, mayDownload } from './downloadable.ts'
import { t } from './strings.ts'
import { rename } from './upload/renaming.ts'

export interface ItemActions {
  /** Those of the chosen items that are loaded. */
  readonly items: readonly Instance[]
  /** Loads the others, where all of a long list are chosen. */
  readonly all: () => Promise<readonly Instance[]>
  readonly download: (items: () => Promise<readonly Downloadable[]>) => Promise<void>
}

/** What a visitor can do with files and folders of a link, in the order of the bar. */
export const actionsOn = ({ items, all, download }: ItemActions): readonly Action[] => [
  {
    name: 'link.download',
    label: t('download'),
    icon: Download,
    // A selection with something left out would look complete.
    visible: items.every(mayDownload),
    run: () => void download(all),
  },
  {
    name: 'link.rename',
    label: t('rename'),
    icon: Pencil,
    visible: items.length === 1 && items.every(({ fileAuth }) => fileAuth.includes('rename')),
    run: () => rename(items[0]),
  },
]
