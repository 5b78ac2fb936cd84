import { splitName } from '@clouddisk/contract/split-name'

/** What an editor in a frame tells the page around it, as JSON (WOPI's PostMessage). */
export interface OfficeMessage {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Undefined if it is none. */
export function readMessage(data: unknown): OfficeMessage | undefined {
  try {
    const message = typeof data === 'string' ? JSON.parse(data) : data
    const { MessageId: id, Values: values } = message as { MessageId?: unknown; Values?: unknown }
    if (typeof id !== 'string') return undefined
    return { id, values: typeof values === 'object' && values !== null ? { ...values } : {} }
  } catch {
    return undefined
  }
}

/** The whole name after a rename; editors tell it with or without the extension. */
export function renamedTo(name: string, newName: unknown): string {
  if (typeof newName !== 'string' || newName === '') return name
  const { ext } = splitName(name)
  return ext === '' || newName.toLowerCase().endsWith(`.${ext.toLowerCase()}`) ? newName : `${newName}.${ext}`
}
