const SHOWN_MAX = 40

/** A find as people may see it: enough to recognize it, too little to use it. */
export function maskFind(find: string): string {
  const characters = [...find].slice(0, SHOWN_MAX)
  const { length } = characters
  if (length <= 2) return `${characters[0] ?? ''}*`
  const start = Math.min(4, Math.ceil(length / 4))
  const end = Math.min(2, Math.floor(length / 5))
  return [
    ...characters.slice(0, start),
    '*'.repeat(length - start - end),
    ...(end > 0 ? characters.slice(-end) : []),
  ].join('')
}
