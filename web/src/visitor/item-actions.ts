import type { Instance } from '@clouddisk/contract/files'
import { Download, FolderInput, Pencil } from 'lucide-react'
import type { Action } from '../lib/action.ts'
import { toast } from '../ui/toast.tsx'
import { reasonOf } from './calls.ts'
import { type Downloadable, mayDownload } from './downloadable.ts'
import { maySave, save } from './save/save-host.tsx'
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
    name: 'link.save',
    label: t('save'),
    icon: FolderInput,
    visible: items.every(maySave),
    run: () => void all().then(save, (error) => toast.error(reasonOf(error))),
  },
  {
    name: 'link.rename',
    label: t('rename'),
    icon: Pencil,
    visible: items.length === 1 && items.every(({ fileAuth }) => fileAuth.includes('rename')),
    run: () => rename(items[0]),
  },
]
