import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { batchCreateFolder, createFolder, pageInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink, queryLinkCheck } from '@clouddisk/contract/links'
import { docx } from '../../server/test/make-docx.ts'
import type { Person } from '../../server/test/person.ts'
import { Product } from './product.ts'

/**
 * Lists are answered within 100 ms (99th percentile) while the content check reads the 1,000 files of a new link, half of them text
 * and half Word documents, with the rules that come with the installation. Needs a machine that does nothing else.
 */

const FILES = 1000
const LINES = 200
const ROWS = 1000
/** Between the beginnings of two lists. */
const EVERY_MS = 50
const WARM_UPS = 100
const CALM_SECONDS = 10
const P99_MS = 100
const UPLOADS_AT_ONCE = 8

export async function proveListsWhileScanning(say: (line: string) => void): Promise<void> {
  const product = await Product.prepare()
  try {
    await product.start()
    await product.sql('update dlp_rule set enabled = true')
    const [reader, sender] = [await product.person('reader', null), await product.person('sender', null)]
    const rows = await folderOfRows(reader)
    const list = () => reader.call(pageInstances, { parentId: rows, pageSize: 100 })
    for (let n = 0; n < WARM_UPS; n++) await list()
    let seconds = 0
    const calm = await listUntil(list, async () => ++seconds === CALM_SECONDS)
    say(`scanning: nothing is scanned: ${told(calm)}`)
    const instanceId = await folderOfFiles(sender)
    const begun = performance.now()
    const { shareId } = await sender.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
    const isOver = async () => (await sender.call(queryLinkCheck, { shareId })).review !== 'scanning'
    const times = await listUntil(list, isOver)
    const took = (performance.now() - begun) / 1000
    const check = await sender.call(queryLinkCheck, { shareId })
    say(`scanning: ${check.checked} files in ${took.toFixed(0)} s: ${told(times)}`)
    assert.equal(check.checked, FILES)
    assert.equal(check.review, 'waiting')
    assert.ok(percentile(times, 0.99) < P99_MS, told(times))
  } finally {
    await product.remove()
  }
}

async function folderOfRows(person: Person): Promise<string> {
  const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'many' })
  const children = Array.from({ length: ROWS }, (_, n) => ({ instanceName: `row ${n}` }))
  await person.call(batchCreateFolder, { parentId: instanceId, instanceName: 'rows', children })
  const [rows] = await person.list(instanceId)
  return rows?.instanceId ?? ''
}

async function folderOfFiles(person: Person): Promise<string> {
  const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'files' })
  for (let at = 0; at < FILES; at += UPLOADS_AT_ONCE)
    await Promise.all(
      Array.from({ length: UPLOADS_AT_ONCE }, (_, n) => {
        const no = at + n
        const lines = Array.from({ length: LINES }, (_, line) => `第 ${no}-${line} 行，会议纪要与预算说明`)
        // Every hundredth has something to be found.
        if (no % 100 === 0) lines.push('110101199003077758')
        const [name, bytes] =
          no % 2 === 0 ? [`${no}.txt`, Buffer.from(lines.join('\n'))] : [`${no}.docx`, docx(lines)]
        return person.upload(instanceId, name, bytes)
      }),
    )
  return instanceId
}

/** Lists at a steady pace until it is over, which is asked once a second. */
async function listUntil(list: () => Promise<unknown>, isOver: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const one = async () => {
    const begun = performance.now()
    await list()
    times.push(performance.now() - begun)
  }
  for (let n = 1; ; n++) {
    running.push(one())
    if (n % (1000 / EVERY_MS) === 0 && (await isOver())) break
    await pause(EVERY_MS)
  }
  await Promise.all(running)
  return times.toSorted((a, b) => a - b)
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const told = (sorted: readonly number[]): string =>
  `${sorted.length} lists of a folder of ${ROWS}, median ${percentile(sorted, 0.5).toFixed(1)} ms, 99th percentile ${percentile(sorted, 0.99).toFixed(1)} ms`
