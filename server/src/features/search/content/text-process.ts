import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { gramsOfText } from './grams.ts'
import { Declined, packText, type TextAnswer, type TextTask } from './text-task.ts'

/**
 * The text process (conversion/warm-script.ts): reads the text out of files, one task for each line of its input. What a file is
 * is told by its first bytes.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = () => undefined

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as TextTask)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function answerTo({ input, output }: TextTask): Promise<TextAnswer> {
  try {
    const text = await textOf(await readFile(input))
    await writeFile(output, packText({ text, grams: gramsOfText(text) }))
    return { done: true }
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 300) : String(error)
    return { reason: error instanceof Declined ? error.reason : 'broken', message }
  }
}

async function textOf(bytes: Buffer): Promise<string> {
  const head = bytes.subarray(0, 1024)
  if (head.includes('%PDF-')) return (await import('./pdf-text.ts')).pdfText(bytes)
  if (head.subarray(0, 4).equals(ZIP)) return (await import('./office-text.ts')).officeText(bytes)
  if (head.subarray(0, 8).equals(OLD_OFFICE)) throw new Declined('unsupported', 'is an old Office file')
  return (await import('./plain-text.ts')).plainText(bytes)
}
