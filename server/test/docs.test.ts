import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Documents name files of the repository; a file that is renamed must be renamed there. */

const ROOT = new URL('../../', import.meta.url)
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
const FOLDERS = /^(server|client|web|contract|desktop|e2e|bench|bin|docs)\//

const existsIn = (path: string): boolean =>
  tracked.some(
    (file) =>
      file === path ||
      file.startsWith(path.endsWith('/') ? path : `${path}/`) ||
      file.endsWith(`/src/${path}`),
  ) || tracked.some((file) => file.startsWith(`server/src/${path}`))

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/known-gaps.md'])('%s', (document) => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(new URL(document, ROOT), 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\/[\w./-]*|[\w-]+\.(?:ts|tsx|mjs|sql))`/g)].map(
      ([, path]) => path ?? '',
    )
    const paths = named.filter((path) => FOLDERS.test(path) || /\.(ts|tsx|mjs|sql)$/.test(path))
    const known = (path: string) =>
      existsIn(path) || (!path.includes('/') && tracked.some((file) => file.endsWith(`/${path}`)))
    expect(paths.filter((path) => !/NOUN|NNNN|\*/.test(path) && !known(path))).toEqual([])
  })
})
