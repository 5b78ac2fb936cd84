import type { Section, Topic } from './topics.ts'

/** Where the help has all words of a keyword. */

export interface Found {
  readonly topic: Topic
  readonly section: Section
  /** The line that has the most of the words. */
  readonly line: string
}

const FOUND_MAX = 50
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Sections with all words, those with words in their titles first. */
export function searchTopics(topics: readonly Topic[], keyword: string): readonly Found[] {
  const words = folded(keyword).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return []
  const scored = topics.flatMap((topic) =>
    topic.sections.flatMap((section) => {
      const titles = folded(`${topic.title} ${section.title}`)
      const all = folded(section.lines.join('\n'))
      if (!words.every((word) => titles.includes(word) || all.includes(word))) return []
      const inTitles = words.filter((word) => titles.includes(word)).length
      const own = words.filter((word) => folded(section.title).includes(word)).length
      return [{ found: { topic, section, line: bestLine(section.lines, words) }, score: inTitles + own }]
    }),
  )
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, FOUND_MAX)
    .map(({ found }) => found)
}

function bestLine(lines: readonly string[], words: readonly string[]): string {
  const count = (line: string) => words.filter((word) => folded(line).includes(word)).length
  return lines.reduce((best, line) => (count(line) > count(best) ? line : best), lines[0] ?? '')
}
