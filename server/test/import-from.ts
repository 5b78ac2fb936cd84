import {
  type Import,
  type ImportItem,
  pageImportItems,
  saveImportSource,
  startImport,
} from '@clouddisk/contract/imports'
import { type Job, queryJob } from '@clouddisk/contract/jobs'
import type { Input } from '@clouddisk/contract/route'
import { runImport } from '../src/features/imports/import-job.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** Imports from old drives in tests: asked for by calls, run by the test. */

export type Asked = Partial<Input<typeof startImport>> & { readonly sourceId: string }

export interface Imported {
  readonly importId: string
  readonly job: Job
  readonly about: Import
  readonly items: readonly ImportItem[]
  /** What became of each path: the outcome, or why it failed. */
  readonly outcomes: Readonly<Record<string, string>>
}

export async function startedImport(person: Person, asked: Asked) {
  return person.call(startImport, { path: '', targeParentId: '0', ...asked })
}

/** Imports, and answers the report. */
export async function importFrom(world: World, person: Person, asked: Asked): Promise<Imported> {
  const { jobId, importId } = await startedImport(person, asked)
  await runImport(world.ctx, jobId, true)
  return reportOf(person, jobId, importId)
}

export async function reportOf(person: Person, jobId: string, importId: string): Promise<Imported> {
  const job = await person.call(queryJob, { jobId })
  const { import: about, list: items } = await person.call(pageImportItems, { importId, pageSize: 1000 })
  const outcomes = Object.fromEntries(items.map(({ path, outcome, reason }) => [path, reason ?? outcome]))
  return { importId, job, about, items, outcomes }
}

export const webDavSource = async (admin: Person, address: string, name = '旧网盘'): Promise<string> =>
  (await admin.call(saveImportSource, { name, kind: 'webdav', address })).sourceId

/** A folder of the server that some may use. */
export const folderSource = async (
  admin: Person,
  address: string,
  people: readonly Person[],
): Promise<string> =>
  (
    await admin.call(saveImportSource, {
      name: '旧共享盘',
      kind: 'folder',
      address,
      userIds: people.map(({ user }) => user.userId),
    })
  ).sourceId
