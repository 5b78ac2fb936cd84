import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably, writeSynced } from './durable-file.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of the server that a data folder belongs to; created at its first start. Nodes are recognized by it. */
export async function openServerId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server-id')
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (UUID.test(known.trim())) return known.trim()
  const id = randomUUID()
  await writeSynced(`${path}.new`, `${id}\n`)
  await renameDurably(`${path}.new`, path)
  return id
}
