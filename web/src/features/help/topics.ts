import { LANGUAGES, type Language } from '@clouddisk/contract/errors'
import type { Limits } from '@clouddisk/contract/limits'
import { language } from '../../lib/i18n.ts'
import { fillNumbers } from './numbers.ts'

/** The help's topics: what each is called, and its sections. Texts are Markdown in `topics/`, one file for each language. */

export const GROUPS = {
  groupStart: ['start', 'uploading', 'downloading', 'transfers', 'importing'],
  groupFiles: ['organizing', 'labels', 'search', 'personal-table', 'preview', 'versions', 'recycle-bin'],
  groupSharing: ['sharing', 'links', 'groups', 'libraries', 'notifications'],
  groupMore: ['settings', 'keyboard', 'account', 'feedback', 'administration'],
} as const

export type GroupName = keyof typeof GROUPS
export type TopicName = (typeof GROUPS)[GroupName][number]
export const TOPIC_NAMES: readonly TopicName[] = Object.values(GROUPS).flat()

export interface Topic {
  readonly name: TopicName
  readonly title: string
  /** Its first paragraph, without Markdown. */
  readonly summary: string
  /** All of it in Markdown, with numbers filled in. */
  readonly text: string
  readonly sections: readonly Section[]
}

export interface Section {
  /** The id of its heading; none for what stands before the first heading. */
  readonly id: string | undefined
  readonly title: string
  /** Its lines without Markdown. */
  readonly lines: readonly string[]
}

const CHINESE = () => import('./topics/zh.ts')
const ENGLISH = () => import('./topics/en.ts')

/** The topics in order. */
export async function loadTopics(limits: Limits, of: Language = language): Promise<readonly Topic[]> {
  const { default: files } = await (of === LANGUAGES[1] ? ENGLISH() : CHINESE())
  return TOPIC_NAMES.map((name) => readTopic(name, fillNumbers(files[name] ?? '', limits)))
}

function readTopic(name: TopicName, text: string): Topic {
  const [head = '', ...rest] = text.split(/^(?=## )/m)
  const title = /^# (.+)$/m.exec(head)?.[1] ?? name
  const before = { id: undefined, title, lines: linesOf(head) }
  const sections = rest.map((part) => {
    const [, heading = '', id] = /^## (.+?)(?: \{#([\w-]+)\})?$/m.exec(part) ?? []
    return { id, title: heading, lines: linesOf(part) }
  })
  return { name, title, summary: before.lines[0] ?? '', text, sections: [before, ...sections] }
}

/** What is read, a line for each paragraph, item or row. */
const linesOf = (markdown: string): readonly string[] =>
  markdown
    .split('\n')
    .filter((line) => !/^##? |^!\[|^\|[\s|:-]+$/.test(line))
    .map(plainLine)
    .filter((line) => line !== '')

const plainLine = (line: string): string =>
  line
    .replace(/^#+ |^\s*(?:[-*]|\d+\.) |^> /, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\||\|$/g, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/[*`]|\s*\{#[\w-]+\}/g, '')
    .trim()
