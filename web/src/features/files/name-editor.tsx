import type { Instance } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { isFolder } from './columns.tsx'
import { InlineName } from './inline-name.tsx'
import { newFolderProblem, renameProblem } from './name-rules.ts'
import { t } from './strings.ts'
import type { EditingControl } from './use-editing.ts'

/** The name field of a row being edited, with its validation; null for other rows. */
export function nameEditor(control: EditingControl, item: Instance, iconSize = 26): ReactElement | null {
  const { editing, siblings, submit, cancel, type } = control
  if (editing?.id !== item.instanceId) return null
  const isNew = editing.kind === 'new'
  const others = isNew ? siblings : without(siblings, item.instanceName)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      {iconSize > 0 && <FileIcon ext={item.fileType} folder={isFolder(item)} size={iconSize} />}
      <InlineName
        key={`${editing.id} ${editing.refused ?? ''}`}
        initial={editing.text}
        typed={editing.typed}
        onType={type}
        isFolder={isFolder(item)}
        label={isNew ? t('newFolderName') : t('nameLabel')}
        problem={(name) =>
          isNew
            ? newFolderProblem(name, others)
            : renameProblem(name, { name: item.instanceName, isFolder: isFolder(item) }, others)
        }
        refused={editing.refused}
        busy={editing.busy}
        onSubmit={(name) => submit(item, name)}
        onCancel={cancel}
        buttons={isNew ? (iconSize > 0 ? 'behind' : 'above') : undefined}
        ref={control.field}
      />
    </span>
  )
}

function without(siblings: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const rest = new Set(siblings)
  rest.delete(nameKey(name))
  return rest
}
