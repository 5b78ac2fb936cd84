import { LANGUAGES } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../ui/markdown/markdown.ts'
import { helpAddress, placeAt } from './addresses.ts'
import { fillNumbers, NUMBERS } from './numbers.ts'
import { SIZES } from './pictures/sizes.ts'
import { searchTopics } from './search.ts'
import { loadTopics, TOPIC_NAMES, type Topic } from './topics.ts'

/** The help's texts in both languages: they say the same of the same things, and lead somewhere. */

const pictures = Object.keys(import.meta.glob('./pictures/*.webp'))
const all = await Promise.all(LANGUAGES.map((language) => loadTopics(LIMITS, language)))
const [zh = [], en = []] = all
const idsOf = (topics: readonly Topic[]) =>
  topics.map(({ name, sections }) => [name, sections.map(({ id }) => id)])
const namesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)

describe('topics', () => {
  it('are there in both languages, with the same sections and pictures', () => {
    expect(zh.map(({ name }) => name)).toEqual(TOPIC_NAMES)
    expect(idsOf(en)).toEqual(idsOf(zh))
    for (const [index, topic] of zh.entries()) {
      expect(topic.sections.length, topic.name).toBeGreaterThan(1)
      expect(topic.summary, topic.name).not.toBe('')
      const picturesIn = (text = '') => namesIn(text, /\(#picture:([\w-]+)\)/g)
      expect(picturesIn(en[index]?.text)).toEqual(picturesIn(topic.text))
    }
  })

  it('have numbers in force, and none that is not known', () => {
    for (const { name, text } of all.flat()) expect(text, name).not.toContain('{{')
    const other = { ...LIMITS, fileBytesMax: 5 * 1024 ** 3 }
    expect(fillNumbers('{{fileMax}} {{none}}', other)).toBe('5 GB {{none}}')
    expect(NUMBERS.trashDays(LIMITS)).toBe('30')
  })

  it('lead to topics and headings that there are, and show pictures that there are', () => {
    const places = new Set(
      zh.flatMap(({ name, sections }) => sections.map(({ id }) => helpAddress(id ? `${name}/${id}` : name))),
    )
    for (const [index, topics] of all.entries())
      for (const { name, text } of topics) {
        for (const target of namesIn(text, /(?<!!\[[^\]]*)\]\(#([\w/-]+)\)/g))
          expect(places, `${name}: ${target}`).toContain(helpAddress(target))
        for (const picture of namesIn(text, /\(#picture:([\w-]+)\)/g)) {
          const file = `${picture}.${LANGUAGES[index]?.slice(0, 2)}`
          expect(Object.keys(SIZES)).toContain(file)
          expect(pictures).toContain(`./pictures/${file}.webp`)
        }
      }
  })

  it('are shown with their pictures, ids and links', () => {
    const own = {
      picture: (name: string) => (name === 'a' ? { src: '/a.webp', width: 20, height: 10 } : undefined),
      addressOf: helpAddress,
    }
    const html = renderMarkdown(
      '## 限制 {#limits}\n\n![图](#picture:a) [续传](#uploading/resume) ![无](#picture:b)',
      own,
    )
    expect(html).toContain('<h2 id="text-limits">限制</h2>')
    expect(html).toContain('<img src="/a.webp" width="20" height="10" loading="lazy" alt="图" />')
    expect(html).toContain('<a href="/disk/help/uploading#resume">续传</a> 无')
    // Documents of people have none of it.
    expect(renderMarkdown('## a {#b}\n\n[c](#d/e)')).toContain('<a href="#d/e">c</a>')
  })
})

describe('an address', () => {
  it('names a topic and a heading', () => {
    expect(placeAt(helpAddress('uploading/resume'))).toEqual({ topic: 'uploading', id: 'resume' })
    expect(placeAt(helpAddress('recycle-bin'))).toEqual({ topic: 'recycle-bin', id: undefined })
    expect(placeAt(helpAddress(''))).toEqual({ topic: '', id: undefined })
    for (const other of ['https://example.com/disk/help', '/disk/helpers', '#limits', undefined])
      expect(placeAt(other)).toBeUndefined()
  })
})

describe('a search', () => {
  const found = (topics: readonly Topic[], keyword: string) =>
    searchTopics(topics, keyword).map(({ topic, section }) => `${topic.name}/${section.id}`)

  it('finds sections with all words, titles first, in any case and width', () => {
    expect(found(zh, '秒传')[0]).toBe('uploading/instant')
    expect(found(zh, '[303]')).toEqual(['transfers/errors'])
    expect(found(en, 'INSTANT upload')[0]).toBe('uploading/instant')
    expect(found(en, 'ｒｅｓｕｍｉｎｇ')[0]).toBe('uploading/resume')
    for (const [name, words] of [
      ['personal-table', ['我的文件表', 'personal table']],
      ['settings', ['列表密度', 'list density']],
      ['importing', ['旧网盘', 'old drive']],
      ['feedback', ['截图', 'screenshot']],
    ] as const)
      for (const [index, topics] of [zh, en].entries())
        expect(found(topics, words[index] ?? ''), name).toContainEqual(expect.stringContaining(`${name}/`))
    expect(found(en, 'resume xyzzy')).toEqual([])
    expect(found(en, ' ')).toEqual([])
  })

  it('shows the line that has the words, without Markdown', () => {
    const [first] = searchTopics(zh, '303')
    expect(first?.line).toMatch(/^\[303\] · 某一片上传超时/)
    for (const { section } of zh.flatMap((topic) => searchTopics([topic], '的')))
      for (const line of section.lines) expect(line).not.toMatch(/\]\(|\*\*|\{#/)
  })
})
