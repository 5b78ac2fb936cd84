import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { answerFailed, type PagesAnswer, type PagesTask } from './page-task.ts'

/**
 * The page process (conversion/warm-script.ts): draws pages of documents and texts. What crashes or hangs it costs this process
 * only.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = () => undefined

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as PagesTask)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function answerTo(task: PagesTask): Promise<PagesAnswer> {
  try {
    const { files, ...drawn } = await draw(task)
    await writeFile(task.output, Buffer.concat(files))
    return { ...drawn, lengths: files.map(({ length }) => length) }
  } catch (error) {
    return answerFailed(error)
  }
}

async function draw(task: PagesTask) {
  if (task.family === 'text') return (await import('./draw-text-pages.ts')).drawTextPages(task)
  return (await import('./draw-pdf-pages.ts')).drawPdfPages(task)
}
