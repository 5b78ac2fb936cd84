/** The topics in English, by name. */
const files = import.meta.glob<string>('./en/*.md', { eager: true, query: '?raw', import: 'default' })

export default Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice('./en/'.length, -'.md'.length), text]),
)
