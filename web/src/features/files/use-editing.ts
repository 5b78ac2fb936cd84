import type { Instance } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { isFolder } from './columns.tsx'
import { createFolderIn } from './create-folder.ts'
import { renameItem } from './lazy-actions.ts'
import { freeFolderName } from './name-rules.ts'
import type { Rows } from './sparse-rows.ts'
import { t } from './strings.ts'

/** The name being edited: of a row or of a new folder. */
export interface NameEditing {
  readonly kind: 'rename' | 'new'
  readonly id: string
  readonly text: string
  /** The typed text, kept here because a row that scrolls out of view is unmounted. */
  readonly typed?: string
  /** The server's error for `text`. */
  readonly refused?: string
  readonly busy?: boolean
}

/** Id of the new folder's row. */
export const NEW_FOLDER_ID = 'new-folder'

export const draftFolder = (parent: Instance): Instance => ({
  ...parent,
  instanceId: NEW_FOLDER_ID,
  instanceName: '',
  classifierId: 'Folder',
  parentId: parent.instanceId,
  isParent: false,
  fileAuth: [],
  fileType: '',
  isCollect: false,
  isLinked: false,
  classification: 1,
  labels: [],
  labelColors: [],
  remark: '',
  fileSize: 0,
  // The parent's permissions do not apply to it.
  createTime: new Date().toISOString(),
  updateTime: new Date().toISOString(),
})

interface Options {
  readonly rows: Rows
  readonly parent: Instance | undefined
  /** Focuses the list when the field is removed. */
  readonly focusList: () => void
  readonly onCreated: (folder: Instance) => void
}

export function useEditing({ rows, parent, focusList, onCreated }: Options) {
  const [editing, setEditing] = useState<NameEditing>()
  const siblings = useMemo(
    () => (editing ? new Set(rows.flatMap((row) => (row ? [nameKey(row.instanceName)] : []))) : NONE),
    [rows, editing],
  )
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef({ shown: true, editing })
  useEffect(() => {
    latest.current = { shown: true, editing }
    return () => {
      latest.current = { shown: false, editing }
    }
  }, [editing])
  const end = () => {
    setEditing(undefined)
    focusList()
  }
  const submitRename = (item: Instance, name: string) => {
    end()
    if (name === item.instanceName) return
    renameItem(item, name).catch((error: unknown) => {
      const refused = errorMessage(error)
      // Show the field again with the typed text and the error; if that is impossible, show the error only.
      const free = latest.current.shown && latest.current.editing === undefined
      if (free) setEditing({ kind: 'rename', id: item.instanceId, text: name, refused })
      else toast.error(t('notRenamed', { name: item.instanceName, reason: refused }))
    })
  }
  const submitNew = (name: string) => {
    if (!parent) return
    setEditing({ kind: 'new', id: NEW_FOLDER_ID, text: name, busy: true })
    createFolderIn(parent.instanceId, name).then(
      (folder) => {
        end()
        onCreated(folder)
      },
      (error: unknown) =>
        setEditing({ kind: 'new', id: NEW_FOLDER_ID, text: name, refused: errorMessage(error) }),
    )
  }
  return {
    editing,
    siblings,
    field,
    beginRename: (item: Instance) =>
      setEditing({ kind: 'rename', id: item.instanceId, text: item.instanceName }),
    /** One new folder at a time: a second request returns to the one being named. */
    beginNew: () => {
      if (editing?.kind === 'new') return field.current?.focus()
      const known = new Set(rows.flatMap((row) => (row && isFolder(row) ? [nameKey(row.instanceName)] : [])))
      setEditing({ kind: 'new', id: NEW_FOLDER_ID, text: freeFolderName(known) })
    },
    submit: (item: Instance, name: string) =>
      editing?.kind === 'new' ? submitNew(name) : submitRename(item, name),
    type: (typed: string) => setEditing((now) => now && { ...now, typed }),
    cancel: end,
    /** Cancels a new folder whose name was not edited; the focus is not moved. */
    dropUntouched: () =>
      setEditing((now) => {
        const untouched = now?.kind === 'new' && now.typed === undefined && !now.busy && !now.refused
        return untouched ? undefined : now
      }),
  }
}

export type EditingControl = ReturnType<typeof useEditing>
const NONE: ReadonlySet<string> = new Set()
