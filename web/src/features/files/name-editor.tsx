import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, Suspense } from 'react'
import { NameField } from './parts.ts'
import type { EditingControl } from './use-editing.ts'

/** The field in the place of a name; null where nothing is typed. */
export function nameEditor(control: EditingControl, item: Instance, iconSize = 26): ReactElement | null {
  const { editing } = control
  if (editing?.id !== item.instanceId) return null
  return (
    <Suspense>
      <NameField control={control} editing={editing} item={item} iconSize={iconSize} />
    </Suspense>
  )
}
