import type { Flame } from './profile.ts'

/** A flame graph as a picture that stands by itself: callers below, what they call above them, as wide as the time it took. */

const WIDTH = 1200
const ROW = 17
const HEAD = 44
/** A letter of its font, in pixels. */
const LETTER = 6.6
/** What is narrower is not drawn, in pixels. */
const NARROW = 1

/** By whose code it is. */
const KINDS = [
  { name: 'ours', colour: '#f2a65a', is: (where: string) => /^(server|contract)\//.test(where) },
  {
    name: 'Node and V8',
    colour: '#8fb8de',
    is: (where: string) => where === '' || where.startsWith('node:'),
  },
  { name: 'packages', colour: '#a8d5a2', is: () => true },
]

export function draw(root: Flame, title: string): string {
  const depth = depthOf(root, root.total)
  const height = HEAD + (depth + 1) * ROW + 8
  const boxes: string[] = []
  place(root, 0, 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-monospace, Menlo, monospace" font-size="11">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="18" font-size="14">${escaped(title)}</text>
${legend()}
${boxes.join('\n')}
</svg>
`

  function place(flame: Flame, x: number, level: number): void {
    const width = (flame.total / root.total) * WIDTH
    if (width < NARROW) return
    boxes.push(box(flame, { x, y: height - (level + 1) * ROW - 4, width }, flame.total / root.total))
    let left = x
    for (const child of [...flame.children.values()].sort((one, other) => other.total - one.total)) {
      place(child, left, level + 1)
      left += (child.total / root.total) * WIDTH
    }
  }
}

function depthOf(flame: Flame, all: number): number {
  const drawn = [...flame.children.values()].filter(({ total }) => (total / all) * WIDTH >= NARROW)
  return Math.max(0, ...drawn.map((child) => 1 + depthOf(child, all)))
}

function box(flame: Flame, { x, y, width }: { x: number; y: number; width: number }, share: number): string {
  const colour = KINDS.find(({ is }) => is(flame.where))?.colour
  const characters = Math.floor((width - 6) / LETTER)
  const label = characters >= 3 ? flame.name.slice(0, characters) : ''
  const title = `${flame.name} ${flame.where} ${(flame.total / 1000).toFixed(0)} ms, ${(share * 100).toFixed(1)} %`
  const text = label && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>`
  return `<g><title>${escaped(title)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(width - 0.5, 0.5).toFixed(1)}" height="${ROW - 1}" rx="1" fill="${colour}"/>${text}</g>`
}

const legend = (): string =>
  KINDS.map(
    ({ name, colour }, index) =>
      `<rect x="${8 + index * 110}" y="26" width="10" height="10" fill="${colour}"/><text x="${22 + index * 110}" y="35">${name}</text>`,
  ).join('')

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
