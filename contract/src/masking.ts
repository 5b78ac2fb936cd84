/**
 * A person's name for somebody who has nothing to do with it (B§9, C40): the first character of one or two, the first
 * and the last of three or four, two at each end of longer ones. Always two stars, so that they tell no length.
 */
export function maskName(name: string): string {
  const characters = [...name]
  const { length } = characters
  if (length === 0) return ''
  const [head, tail] = length <= 2 ? [1, 0] : length <= 4 ? [1, 1] : [2, 2]
  return `${characters.slice(0, head).join('')}**${characters.slice(length - tail).join('')}`
}
