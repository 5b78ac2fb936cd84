import { checkUploadUser, type ListedUser, USER_LIST_BYTES_MAX } from '@clouddisk/contract/shares'
import { call, errorMessage } from '../../lib/api.ts'
import { limits } from '../../lib/limits.ts'
import type { ChosenRecipient } from '../../lib/people.ts'
import { t } from './strings.ts'

/** People named in a spreadsheet, to be added to those that were chosen (R144, R145). */

export interface ImportedRecipients {
  readonly fileName: string
  /** How many rows were taken. */
  readonly added: number
  readonly refused: readonly { readonly row: number; readonly account: string; readonly message: string }[]
  /** Why none of it could be read. */
  readonly failed?: string
}

const isWorkbook = (file: File): boolean => /\.xlsx?$/i.test(file.name)

/** Those of a spreadsheet, put beside the ones who are chosen by then. */
export type RecipientReader = (chosen: readonly ChosenRecipient[]) => {
  readonly report: ImportedRecipients
  readonly chosen: readonly ChosenRecipient[]
}

/** What a spreadsheet says, checked by the server. */
export async function readRecipients(file: File, ownerId: string | undefined): Promise<RecipientReader> {
  const none =
    (failed: string): RecipientReader =>
    (chosen) => ({ report: { fileName: file.name, added: 0, refused: [], failed }, chosen })
  if (!isWorkbook(file)) return none(t('tableKind'))
  if (file.size > USER_LIST_BYTES_MAX) return none(t('tableSize'))
  try {
    const { list } = await call(checkUploadUser, {}, { file: await asForm(file) })
    return (chosen) => taken(file.name, list, chosen, ownerId)
  } catch (error) {
    return none(errorMessage(error))
  }
}

/** The call takes the file of a form; the browser writes that form. */
async function asForm(file: File): Promise<{ type: string; content: Blob }> {
  const form = new FormData()
  form.append('file', file)
  const written = new Response(form)
  return { type: written.headers.get('content-type') ?? '', content: await written.blob() }
}

function taken(
  fileName: string,
  list: readonly ListedUser[],
  chosen: readonly ChosenRecipient[],
  ownerId: string | undefined,
) {
  const max = limits().recipientsMax
  const next = new Map(chosen.map((one) => [one.principalId, one]))
  const refused: ImportedRecipients['refused'][number][] = []
  let added = 0
  for (const { row, account, principalId, name, role, message } of list) {
    if (principalId === null) refused.push({ row, account, message })
    else if (principalId === ownerId) refused.push({ row, account, message: t('tableOwner') })
    else if (!next.has(principalId) && next.size >= max)
      refused.push({ row, account, message: t('tableFull', { max }) })
    else {
      added++
      next.set(principalId, {
        principalType: 'user',
        principalId,
        name,
        detail: account,
        count: 1,
        path: [],
        role,
      })
    }
  }
  return { report: { fileName, added, refused }, chosen: [...next.values()] }
}
