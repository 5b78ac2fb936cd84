import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file of one's own whose content survives a crash of the machine; its name does once it is moved to its place. */
export async function writeSynced(path: string, content: Buffer | string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a finished file its name, in the same folder, durably. */
export async function renameDurably(draft: string, path: string): Promise<void> {
  await rename(draft, path)
  await fsyncFolder(dirname(path))
}

/** Makes new names in a folder survive a crash of the machine. */
export async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
