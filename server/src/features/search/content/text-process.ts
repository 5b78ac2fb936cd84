import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { gramsOfText } from './grams.ts'
import { textOf } from './text-of.ts'
import { Declined, packText, type TextAnswer, type TextTask } from './text-task.ts'

/**
 * The text process (conversion/warm-script.ts): reads the text out of files, one task for each line of its input.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = () => undefined

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
