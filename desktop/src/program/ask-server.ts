import type { Language } from '@clouddisk/contract/errors'
import { askText } from '../system/ask-text.ts'
import { NoDialog } from '../system/dialog.ts'
import { checkServer } from './check-server.ts'
import { say } from './strings.ts'

/**
 * Asks for the server at the first start, until a Clouddisk answers at the address.
 * @returns its origin; null if the person cancels.
 * @throws with a text for the person, if no dialog can be shown.
 */
export async function askServer(language: Language): Promise<string | null> {
  const question = say('askServer', language)
  let [text, value] = [question, 'https://']
  for (;;) {
    const typed = await askText({ title: 'Clouddisk', text, value }).catch((error: unknown) => {
      throw error instanceof NoDialog ? new Error(say('nameServer', language)) : error
    })
    if (typed === null) return null
    try {
      return await checkServer(typed, language)
    } catch (error) {
      text = `${error instanceof Error ? error.message : error}\n\n${question}`
      value = typed
    }
  }
}
