import type { HandleRow } from './database.ts'

/** Reading files again by their handles; permission comes back as a question after a restart (DRY-RUN of browsers). */

interface PermissionMethods {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
}
type PermissionHandle = FileSystemHandle & PermissionMethods

const isGranted = async (handle: PermissionHandle): Promise<boolean> =>
  !handle.queryPermission || (await handle.queryPermission({ mode: 'read' })) === 'granted'

/** The files that can be read without asking, by uid. */
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
 * Asks for what may not be read yet, each dropped folder and each lone file once, and answers for each row, by uid,
 * the file it then gives; undefined where it gives none. Call it inside a click.
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
