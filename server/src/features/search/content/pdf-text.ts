import { openPdf } from '../../../conversion/open-pdf.ts'
import { TextBuilder } from './text-builder.ts'
import { Declined } from './text-task.ts'

/** The text of a PDF. Runs in the text process. */

/** Lines of a paragraph in Chinese or Japanese, whose words go on from line to line. */
const WRAPPED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

export async function pdfText(bytes: Buffer): Promise<string> {
  const loading = openPdf(bytes)
  const text = new TextBuilder()
  try {
    const document = await loading.promise
    for (let number = 1; number <= document.numPages && !text.isFull; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) text.add(item.hasEOL ? `${item.str}\n` : item.str)
      text.add('\n')
      page.cleanup()
    }
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new Declined('unsupported', 'needs a password')
    throw error
  } finally {
    await loading.destroy()
  }
  return text.toString().replace(WRAPPED, '$1')
}
