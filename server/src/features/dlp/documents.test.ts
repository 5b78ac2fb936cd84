// @module-tag long
import type { DlpRule } from '@clouddisk/contract/dlp'
import { saveDlpRule } from '@clouddisk/contract/dlp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentOfFile } from '../../../test/content-of-file.ts'
import { PLANTED_KINDS, type PlantedKind, testDocuments } from '../../../test/dlp/documents.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { checkFile, type FileCheck } from './scan.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const RULES: Readonly<Record<PlantedKind, Pick<DlpRule, 'terms' | 'pattern'>>> = {
  idCard: { terms: [], pattern: '' },
  bankCard: { terms: [], pattern: '' },
  words: {
    terms: ['绝密', '机密', '严禁外传', '不得外传', 'top secret', 'strictly confidential'],
    pattern: '',
  },
  pattern: { terms: [], pattern: '\\bht-\\d{4}-\\d{4}\\b' },
}

it('finds what is planted in 200 documents, and little else', async () => {
  const admin = await world.admin('superAdmin')
  for (const kind of PLANTED_KINDS)
    await admin.call(saveDlpRule, {
      ...{ name: kind, kind, level: 'high', action: 'review', enabled: true },
      ...RULES[kind],
    })
  const counts = { planted: 0, found: 0, reported: 0 }
  const wrong: string[] = []
  for (const { name, content, planted } of testDocuments(200, 20_261_126)) {
    const { instanceId } = await person.upload('0', name, content)
    const { matches, unreadable } = await checked(instanceId)
    expect(unreadable, name).toEqual([])
    const rules = matches.map(({ rule }) => rule)
    if (planted) counts.planted++
    if (planted && rules.includes(planted)) counts.found++
    else if (planted) wrong.push(`${name}: ${planted} not found`)
    counts.reported += rules.length
    wrong.push(...rules.filter((rule) => rule !== planted).map((rule) => `${name}: ${rule} reported`))
  }
  const recall = counts.found / counts.planted
  const precision = counts.found / counts.reported
  expect({ recall, precision }, wrong.join(', ')).toEqual({ recall: 1, precision: 1 })
}, 600_000)

async function checked(instanceId: string): Promise<Extract<FileCheck, { state: 'checked' }>> {
  const file = await contentOfFile(world, instanceId)
  for (;;) {
    const check = await checkFile(world.ctx, file, { ms: 60_000, signal: new AbortController().signal })
    if (check.state === 'checked') return check
  }
}
