import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SHORTCUT_SECTIONS } from './shortcut-list.ts'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

/** Where shortcuts are registered, and the sections that have to have them. The first that matches counts. */
const PLACES: readonly (readonly [path: RegExp, sections: readonly string[]])[] = [
  [/^(app|ui)\//, ['everywhere', 'lists']],
  [/^features\/files\//, ['files', 'lists']],
  [/^features\/search\//, ['found', 'search', 'lists']],
  [
    /^features\/(directory|directories|identity|ip-rules|offboarding|sites|storage|dlp|[^/]+\/admin|transfers\/all)\//,
    ['administration', 'lists'],
  ],
  [/^features\/(shares|links|favorites|node-sync)\//, ['shared', 'lists']],
  [/^features\/trash\//, ['trash', 'lists']],
  [/^features\/groups\//, ['groups', 'lists']],
  [/^features\/usage\//, ['usage', 'lists']],
  [/^features\/(transfers|local-sync)\//, ['transfers', 'lists']],
  [/^features\/(labels|comments)\//, ['panel']],
  [/^features\/preview\//, ['preview', 'lists']],
]

/** Actions name their keys as `keys: '…'`; windows that handle keys themselves compare with `matchesKeys(…, '…')`. */
const KEYS = /\bkeys: '([^']+)'|matchesKeys\([^,]+, '([^']+)'\)/g

function registered(): { path: string; keys: string }[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.|^visitor\/|^lib\/|shortcut-list/.test(path),
  )
  return files.flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(KEYS)].map((found) => ({
      path,
      keys: found[1] ?? found[2] ?? '',
    })),
  )
}

test('the sheet has each shortcut that a page registers', () => {
  const all = registered()
  expect(all.length).toBeGreaterThan(50)
  const missing = all.filter(({ path, keys }) => {
    const [, sections = []] = PLACES.find(([place]) => place.test(path)) ?? []
    const listed = SHORTCUT_SECTIONS.filter(({ name }) => sections.includes(name))
    return !listed.some(({ rows }) => rows.some((row) => row.keys.includes(keys)))
  })
  expect(missing).toEqual([])
})

test('no section names one thing twice', () => {
  for (const { name, rows } of SHORTCUT_SECTIONS)
    expect(new Set(rows.map(({ label }) => label)).size, name).toBe(rows.length)
})
