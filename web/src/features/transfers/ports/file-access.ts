import type { HandleRow } from './database.ts'

/** Reads files again by their handles; after a restart the browser prompts for permission. */

interface PermissionMethods {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
}
type PermissionHandle = FileSystemHandle & PermissionMethods

const isGranted = async (handle: PermissionHandle): Promise<boolean> =>
  !handle.queryPermission || (await handle.queryPermission({ mode: 'read' })) === 'granted'

/** Files that are readable without a prompt, by uid. */
export async function readGrantedFiles(rows: readonly (HandleRow | undefined)[]): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for (const row of rows) {
    if (!row) continue
    const file = await readIf(row, isGranted)
    if (file) files.set(row.uid, file)
  }
  return files
}

/**
 * Prompts for permission once per dropped folder and single file; returns each row's file by uid, or
 * undefined. Must be called inside a click event.
 */
export async function requestFileAccess(
  rows: readonly HandleRow[],
): Promise<ReadonlyMap<string, Promise<File | undefined>>> {
  const roots: FileSystemDirectoryHandle[] = []
  const shared: HandleRow[] = []
  for (const row of rows)
    shared.push({ ...row, root: row.root && (await shareFolderHandles(roots, row.root)) })
  const answers = new Map<FileSystemHandle, Promise<boolean>>()
  const asking = (handle: PermissionHandle): Promise<boolean> => {
    const answer = answers.get(handle) ?? grant(handle)
    answers.set(handle, answer)
    return answer
  }
  return new Map(shared.map((row) => [row.uid, readIf(row, asking)]))
}

/** Each row was stored with a clone of its folder's handle of its own. */
async function shareFolderHandles(
  known: FileSystemDirectoryHandle[],
  handle: FileSystemDirectoryHandle,
): Promise<FileSystemDirectoryHandle> {
  for (const one of known) if (await one.isSameEntry(handle)) return one
  known.push(handle)
  return handle
}

async function grant(handle: PermissionHandle): Promise<boolean> {
  if (await isGranted(handle)) return true
  return (await handle.requestPermission?.({ mode: 'read' }).catch(() => 'denied')) === 'granted'
}

async function readIf(
  row: HandleRow,
  allowed: (handle: PermissionHandle) => Promise<boolean>,
): Promise<File | undefined> {
  try {
    return (await allowed(row.root ?? row.file)) ? await row.file.getFile() : undefined
  } catch {
    // Moved, renamed or removed: the person is asked for it.
    return undefined
  }
}
