import type { SmallFileSaved } from '@clouddisk/contract/uploads'
import type { Person } from '../../server/test/person.ts'
import { callFiles, smallFilesBody } from '../../server/test/transfer.ts'
import type { NewFile } from './model.ts'
import { type Batch, bytesFor, type Choices, contentOf } from './operations.ts'
import type { Verdict } from './verdict.ts'

/** Small files that go up in one call, on the wire and in the model. */

/** As often as it takes: the same batch answers the same files. */
export async function sendBatch(
  person: Pick<Person, 'call'>,
  choices: Choices,
  { batchId, files }: Batch,
): Promise<SmallFileSaved[]> {
  const sent = files.map(({ parentId, name: instanceName, content, conflict }) => ({
    parentId,
    instanceName,
    conflict,
    bytes: bytesFor(choices, content),
  }))
  return (await callFiles(person, smallFilesBody(sent, { batchId }))).list
}

export const wishesOf = (choices: Choices, { files }: Pick<Batch, 'files'>): NewFile[] =>
  files.map(({ parentId, name, content, conflict }) => ({
    parentId,
    name,
    conflict,
    content: contentOf(choices, content),
  }))

export const batchVerdict = (list: readonly SmallFileSaved[]): Verdict => ({
  code: 0,
  files: list.map(({ errcode, file }) =>
    file
      ? { code: errcode, name: file.instanceName, outcome: file.outcome, size: file.fileSize }
      : { code: errcode },
  ),
})
