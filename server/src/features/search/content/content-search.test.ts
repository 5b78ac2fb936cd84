// @module-tag long
import { createHash } from 'node:crypto'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { searchInstancePage } from '@clouddisk/contract/search'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash } from '@clouddisk/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { docx } from '../../../../test/make-docx.ts'
import { bombOf, entryOf, SHEET, xlsxOf, zipOf } from '../../../../test/make-xlsx.ts'
import { manyPagesPdf } from '../../../../test/pdfs.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { newId } from '../../../db/ids.ts'
import { expireTrash } from '../../trash/jobs.ts'
import { indexContents } from './index-contents.ts'
import { removeSome, removeUnusedTexts } from './index-store.ts'
import { textConverter } from './text-converter.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const upload = async (name: string, content: Buffer | string, parentId = '0') =>
  (await person.upload(parentId, name, Buffer.from(content), { conflict: 'newVersion' })).instanceId
const count = async (table: string): Promise<number> =>
  (await world.ctx.db.pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count ?? -1
const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** Until everything stored is indexed. */
const indexed = () =>
  vi.waitFor(
    async () => {
      while (await indexContents(world.ctx));
      expect(await count('text_queue')).toBe(0)
    },
    { timeout: 60_000, interval: 50 },
  )
const search = (keyword: string, who = person) => who.call(searchInstancePage, { keyword, content: true })
const found = async (keyword: string, who = person) =>
  (await search(keyword, who)).list.map(({ instanceName, match }) => [instanceName, match.snippet])
const setScan = (instanceId: string, state: 'clean' | 'infected') =>
  world.ctx.db.pool.query(
    `insert into virus_scan (blob_id, state, finding)
     select v.blob_id, $2, 'Test' from file f join file_version v on v.id = f.version_id where f.id = $1
     on conflict (blob_id) do update set state = excluded.state`,
    [instanceId, state],
  )
const failures = async () =>
  (
    await world.ctx.db.pool.query<{ reason: string }>(
      `select reason from rendition where kind = 'text' and state = 'failed' order by finished_at`,
    )
  ).rows.map(({ reason }) => reason)

describe('a search in contents', () => {
  it('finds words and parts of them in texts of any encoding, and shows the line', async () => {
    await upload('a.txt', '第一行\n2024年度的财务报表需要审计，请联系 Ms. Rodríguez-Hernández。\nlast line')
    await upload('gbk.csv', Buffer.from('b1b1bea9c9cfbaa3b9e3d6ddc9eedbda0a', 'hex'))
    await upload(
      'b.html',
      '<html><style>.hidden{}</style><p>Quarterly <b>fore</b>cast &amp; plan</p><p>x</p>',
    )
    await upload('Makefile', 'func main() {\n\treturn computeTotals(42)\n}')
    await indexed()
    const line = '2024年度的财务报表需要审计，请联系 Ms. Rodríguez-Hernández。'
    const keywords =
      '财务 务报 财务报表 4年度的财 rodríguez RODRÍGUEZ-HERN HERNÁNDEZ 审计+财务 ms 度的财务报表 ms.+rod'.split(
        ' ',
      )
    for (const keyword of keywords)
      expect([keyword, await found(keyword.replace('+', ' '))]).toEqual([keyword, [['a.txt', line]]])
    expect(await found('上海')).toEqual([['gbk.csv', '北京上海广州深圳']])
    expect(await found('forecast & plan')).toEqual([['b.html', 'Quarterly forecast & plan']])
    expect(await found('omputetot')).toEqual([['Makefile', 'return computeTotals(42)']])
    for (const keyword of ['hidden', '财', '财务 不存在', '表财务', 'x y', '%', '\\'])
      expect([keyword, await found(keyword)]).toEqual([keyword, []])
    expect((await person.call(searchInstancePage, { keyword: '财务' })).list).toEqual([])
  })

  it('reads PDF and Office files', async () => {
    await upload(
      'p.pdf',
      manyPagesPdf({ pages: 3, text: (page) => `Chapter ${page} of granite`, chinese: '石英岩层' }),
    )
    await upload('w.docx', docx(['first', '石英的密度 &lt; 3', 'last']))
    await upload(
      's.xlsx',
      xlsxOf({
        strings: '<si><t>石英</t></si><si><r><t>特</t></r><r><t>级</t></r></si>',
        rows: '<row r="1"><c r="A1"><v>7</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2"><v>98765</v></c></row>',
      }),
    )
    const slide = (text: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    await upload(
      's.pptx',
      zipOf([
        entryOf('ppt/slides/slide10.xml', slide('石英十')),
        entryOf('ppt/slides/slide2.xml', slide('二')),
      ]),
    )
    const odt =
      '<o xmlns:text="t"><text:p>alpha<text:s/>石<text:span>英</text:span></text:p>\n<text:p>beta</text:p></o>'
    await upload(
      'o.odt',
      zipOf([entryOf('mimetype', 'application/vnd.oasis.opendocument.text'), entryOf('content.xml', odt)]),
    )
    await indexed()
    expect((await found('石英')).toSorted()).toEqual([
      ['o.odt', 'alpha 石英'],
      ['p.pdf', '石英岩层'],
      ['s.pptx', '石英十'],
      ['s.xlsx', '石英 特级 98765'],
      ['w.docx', '石英的密度 < 3'],
    ])
    expect(await found('granite')).toEqual([['p.pdf', 'Chapter 1 of granite']])
    expect(await found('98765')).toEqual([['s.xlsx', '石英 特级 98765']])
  })

  it('shows what is around the match of a long line, and puts names first', async () => {
    await upload('long.txt', `${'前'.repeat(500)}玄武岩${'后'.repeat(500)}`)
    await upload('玄武岩.txt', '玄武岩')
    await indexed()
    const { list } = await search('玄武岩')
    expect(list.map(({ instanceName, match }) => [instanceName, match.field])).toEqual([
      ['玄武岩.txt', 'name'],
      ['long.txt', 'content'],
    ])
    const snippet = list[1]?.match.snippet ?? ''
    expect([...snippet]).toHaveLength(160)
    expect(snippet).toMatch(/^…前+玄武岩后+…$/)
  })

  it('follows the current content, a rename, a deletion and a purge', async () => {
    const id = await upload('v.txt', 'feldspar one')
    await indexed()
    await upload('v.txt', 'feldspath two')
    expect(await found('feldspar')).toEqual([])
    await indexed()
    expect([await found('feldspar'), await found('feldspath')]).toEqual([[], [['v.txt', 'feldspath two']]])
    await person.call(renameInstance, { instanceId: id, instanceName: 'w.txt' })
    expect(await found('feldspath')).toEqual([['w.txt', 'feldspath two']])
    await person.call(removeInstances, { instanceIds: [id] })
    expect(await found('feldspath')).toEqual([])
    await person.call(clearTrash, {})
    const texts = async () => {
      await removeUnusedTexts(world.ctx.db.reader)
      const { rows } = await world.ctx.db.pool.query(`select text from content_text where text like 'felds%'`)
      return rows
    }
    expect(await texts()).toEqual([{ text: 'feldspath two' }])
    await world.ctx.db.pool.query(`update trash set expires_at = '2000-01-01'`)
    await expireTrash(world.ctx)
    expect(await texts()).toEqual([])
  })

  it('reads equal content once, and finds its copies in the spaces where they are', async () => {
    const other = await world.person()
    const group = await world.group(person, [[other, 'downloader']])
    const id = await upload('gneiss.txt', 'banded orthogneiss')
    await indexed()
    const before = await count('content_text')
    expect(await found('orthogneiss', other)).toEqual([])
    await person.call(copyInstances, { instanceIds: [id], targeParentId: group.rootId })
    await indexed()
    expect(await found('orthogneiss', other)).toEqual([['gneiss.txt', 'banded orthogneiss']])
    expect(await count('content_text')).toBe(before)
    const moved = await upload('schist.txt', 'garnet micaschist')
    await indexed()
    await person.call(moveInstances, { instanceIds: [moved], targeParentId: group.rootId })
    await indexed()
    expect(await found('micaschist', other)).toEqual([['schist.txt', 'garnet micaschist']])
  })

  it('stops comparing texts when it has read or waited enough, and says that there may be more', async () => {
    const { config } = world.ctx
    const { searchTexts } = config
    onTestFinished(() => void Object.assign(config, { searchTexts }))
    const give = (budget: Partial<typeof searchTexts>) =>
      Object.assign(config, { searchTexts: { ...searchTexts, ...budget } })
    const names = async () => {
      const { list, truncated } = await search('dunite')
      return [...list.map(({ instanceName }) => instanceName), truncated]
    }
    await upload('has it.txt', 'dunite')
    // All sequences of the word, but not the word.
    const near = 'dunit unite'
    for (const n of [1, 2, 3]) await upload(`near ${n}.txt`, near)
    await indexed()
    expect(await names()).toEqual(['has it.txt', false])
    // Equal texts are compared once.
    give({ bytes: near.length + 1 })
    expect(await names()).toEqual(['has it.txt', false])
    give({ bytes: near.length })
    expect(await names()).toEqual([true])
    give({ ms: 0 })
    expect(await names()).toEqual([true])
  })

  it('finds the beginning of a text that is no language', async () => {
    let random = 1
    const next = () => {
      random = (random * 48_271) % 0x7fffffff
      return String.fromCharCode(0x4e00 + (random % 20_000))
    }
    const text = Array.from({ length: 300_000 }, next).join('')
    await upload('noise.txt', text)
    await indexed()
    const names = async (keyword: string) => (await found(keyword)).map(([name]) => name)
    expect(await names(text.slice(0, 2))).toEqual(['noise.txt'])
    expect(await names(text.slice(-2))).toEqual([])
  })

  it('shows a line only of what may be downloaded', async () => {
    const [reader, viewer, observer] = [
      await world.person(),
      await world.person(),
      await world.person(undefined, { roles: ['observer'] }),
    ]
    const folder = (await person.call(createFolder, { parentId: '0', instanceName: 'box' })).instanceId
    await upload('secret.txt', 'the obsidian plan', folder)
    await indexed()
    expect(await found('obsidian', reader)).toEqual([])
    await person.call(createShare, {
      instanceIds: [folder],
      members: [reader, viewer, observer].map((one) => ({
        principalType: 'user' as const,
        principalId: one.user.userId,
        role: one === reader ? ('downloader' as const) : ('viewer' as const),
      })),
    })
    expect(await found('obsidian', reader)).toEqual([['secret.txt', 'the obsidian plan']])
    expect(await found('obsidian', viewer)).toEqual([])
    expect(await found('secret', viewer)).toEqual([['secret.txt', undefined]])
    expect(await found('secret', observer)).toEqual([['secret.txt', undefined]])
    expect(await found('obsidian', observer)).toEqual([])
  })

  it('shows nothing of a text in which a virus was found, until it is released (R92)', async () => {
    const instanceId = await upload('infected.txt', 'the malachite plan')
    await indexed()
    await setScan(instanceId, 'infected')
    expect(await found('malachite')).toEqual([])
    expect(await found('infected')).toEqual([['infected.txt', undefined]])
    await setScan(instanceId, 'clean')
    expect(await found('malachite')).toEqual([['infected.txt', 'the malachite plan']])
  })
})

describe('files that have no text or want to do harm', () => {
  it('are found by name, and others by their text', async () => {
    await upload('binary.txt', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]))
    await upload('broken.pdf', '%PDF-1.7 and nothing else')
    await upload('broken.docx', docx(['x']).subarray(0, 200))
    await upload('zip.docx', zipOf([entryOf('a.txt', 'dolomite')]))
    const piece = `<row><c t="inlineStr"><is><t>${'x'.repeat(60_000)}</t></is></c></row>`
    await upload('bomb.xlsx', zipOf([bombOf(SHEET, { head: '<s>', piece, times: 20_000, tail: '</s>' })]))
    const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
    const laughs = `<!DOCTYPE o [<!ENTITY e0 "lol">${entities.join('')}]><o><p>&e12;</p></o>`
    await upload('laughs.odt', zipOf([entryOf('mimetype', 'x'), entryOf('content.xml', laughs)]))
    await upload('locked.pdf', manyPagesPdf({ pages: 1, password: 'secret' }))
    await upload('fine.txt', 'dolomite')
    await indexed()
    expect(await found('dolomite')).toEqual([['fine.txt', 'dolomite']])
    expect((await search('bomb')).list).toMatchObject([{ match: { field: 'name' } }])
    expect((await failures()).toSorted()).toEqual(
      ['broken', 'broken', 'broken', 'unsupported', 'unsupported', 'unsupported'].toSorted(),
    )
  })
})

describe('files that could not be read', () => {
  it('are read a day later where the reason may be gone by then', async () => {
    const { pool } = world.ctx.db
    const reasons = ['timeout', 'missing', 'crashed']
    for (const reason of reasons) {
      const content = `peridotite ${reason}`
      await upload(`${reason}.txt`, content)
      await pool.query(
        `insert into rendition (id, sha256, size, kind, state, converter_version, reason, asked_at, finished_at)
         values ($1, $2, $3, 'text', 'failed', $4, $5, $6, $6)`,
        [newId(), sha256(content), content.length, textConverter.version, reason, world.ctx.now()],
      )
    }
    while (await indexContents(world.ctx));
    const { rows } = await pool.query(`select from text_queue where due_at > now() + interval '23 hours'`)
    expect(rows).toHaveLength(reasons.length)
    await pool.query('update text_queue set due_at = now()')
    await pool.query(
      `update rendition set finished_at = finished_at - interval '25 hours' where reason = any($1)`,
      [reasons],
    )
    await indexed()
    expect((await found('peridotite')).map(([name]) => name).toSorted()).toEqual(
      reasons.map((reason) => `${reason}.txt`).toSorted(),
    )
  })
})

describe('an administrator', () => {
  it('may switch it off, which removes the texts, and on again', async () => {
    const admin = await world.admin()
    await upload('slate.txt', 'roof of phyllite')
    await indexed()
    onTestFinished(async () => {
      await admin.call(saveInstanceSettings, { contentSearch: true })
    })
    await admin.call(saveInstanceSettings, { contentSearch: false })
    expect(await search('phyllite')).toMatchObject({ list: [], contentSearchable: false })
    while (await indexContents(world.ctx));
    expect([await count('file_text'), await count('content_text')]).toEqual([0, 0])
    await admin.call(saveInstanceSettings, { contentSearch: true })
    await indexed()
    expect(await found('phyllite')).toEqual([['slate.txt', 'roof of phyllite']])
  })

  it('has texts removed at the end, also of files whose next content waits', async () => {
    for (const name of ['one.txt', 'two.txt']) await upload(name, `gabbro ${name}`)
    await indexed()
    const { reader } = world.ctx.db
    const files = await count('file_text')
    const texts = await count('content_text')
    await world.ctx.db.pool.query('insert into text_queue (file_id) select file_id from file_text')
    expect(await removeSome(reader, files - 1)).toBe(files - 1)
    expect([await count('file_text'), await count('content_text')]).toEqual([1, texts])
    expect(await removeSome(reader, files)).toBe(1)
    expect([await count('file_text'), await count('content_text')]).toEqual([0, 0])
    await indexed()
    expect(await found('gabbro')).toHaveLength(2)
  })

  it('has it off at first where content is encrypted', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const encrypted = await openWorld({ CLOUDDISK_ENCRYPTION_KEY: key })
    onTestFinished(() => encrypted.close())
    const someone = await encrypted.person()
    expect(await someone.call(searchInstancePage, { keyword: 'x', content: true })).toMatchObject({
      contentSearchable: false,
    })
  })
})
