/** The topics in Chinese, by name. */
const files = import.meta.glob<string>('./zh/*.md', { eager: true, query: '?raw', import: 'default' })

export default Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice('./zh/'.length, -'.md'.length), text]),
)
