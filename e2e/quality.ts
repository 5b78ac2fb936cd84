import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { acknowledge } from '@clouddisk/contract/policies'
import { saveSettings } from '@clouddisk/contract/settings'
import lighthouse, { desktopConfig, generateReport } from 'lighthouse'
import { signIn } from '../server/test/person.ts'
import { firstListTimes } from './far-away.ts'
import { type BareBrowser, startBareBrowser } from './support/bare-browser.ts'
import { PASSWORD, type Server, startServer } from './support/server.ts'

/**
 * What Lighthouse says of the pages that most people open, on a desktop and on a phone: `npm run quality [-- part of a name [folder]]`.
 * It starts the product on a throwaway data folder; the page is what `npm start` has built. Reports go into the folder, if one is
 * named. Needs a machine that does nothing else: of three runs the one with the middle performance counts. Then, of seven, how long
 * the files take to show far from the server.
 */

const RUNS = 3
const FILES = 200
const LINES = { performance: 90, accessibility: 95, 'best-practices': 95 } as const
type Category = keyof typeof LINES
const CATEGORIES = Object.keys(LINES) as Category[]
const PRESETS = { desktop: desktopConfig, mobile: undefined } as const
type Preset = keyof typeof PRESETS
/** What performance consists of. */
const TIMES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
} as const

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

interface Page {
  readonly name: string
  readonly path: string
  readonly signedIn: boolean
}

async function layOut(server: Server): Promise<{ pages: readonly Page[]; token: string }> {
  const person = await signIn(server.origin, await server.addPerson('linxiao'), PASSWORD)
  await person.call(saveSettings, { showLeadTip: false })
  for (const asked of person.user.toAcknowledge) await person.call(acknowledge, asked)
  const { instanceId: shared } = await person.call(createFolder, { parentId: '0', instanceName: 'Shared' })
  for (let n = 1; n < FILES; n++) {
    const bytes = Buffer.from(`Report ${n}`)
    await person.upload('0', `Report ${n}.txt`, bytes)
    await person.upload(shared, `Report ${n}.txt`, bytes)
  }
  const { linkPath } = await person.call(createOrUpdateLink, { instanceIds: [shared], code: '' })
  const pages = [
    { name: 'files', path: '/disk/personalFile', signedIn: true },
    { name: 'link', path: `/disk/fileDownload?link=${linkPath}`, signedIn: false },
    { name: 'sign-in', path: '/disk/login', signedIn: false },
  ]
  return { pages, token: person.token }
}

const score = (report: Report, category: Category): number =>
  Math.round((report.categories[category]?.score ?? 0) * 100)

async function measure(browser: BareBrowser, url: string, preset: Preset): Promise<Report> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) {
    const flags = { port: browser.port, onlyCategories: CATEGORIES, logLevel: 'error' } as const
    const result = await lighthouse(url, flags, PRESETS[preset])
    if (!result) throw new Error(`${url}: Lighthouse has no result`)
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    if (lhr.finalDisplayedUrl.split('?')[0] !== url.split('?')[0])
      throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
    reports.push(lhr)
  }
  reports.sort((a, b) => score(a, 'performance') - score(b, 'performance'))
  const middle = reports[RUNS >> 1]
  if (!middle) throw new Error('no run')
  return middle
}

/** What keeps a category from 100. */
function faultsOf(report: Report, category: Category): string[] {
  const audits = report.categories[category]?.auditRefs ?? []
  return audits.flatMap(({ id, weight }) => {
    const audit = report.audits[id]
    const counts = weight > 0 && audit && audit.score !== null && audit.score < 0.9
    return counts ? [`  ${category}: ${audit.title} ${audit.displayValue ?? ''}`.trimEnd()] : []
  })
}

const WIDTH = 9
const line = (cells: readonly unknown[]): string => cells.map((cell) => String(cell).padEnd(WIDTH)).join(' ')

const [wanted = '', folder] = process.argv.slice(2)
const server = await startServer()
const browser = await startBareBrowser()
let below = 0
try {
  const { pages, token } = await layOut(server)
  console.log(line(['page', 'preset', 'perf.', 'access.', 'practices', ...Object.keys(TIMES)]))
  for (const { name, path, signedIn } of pages)
    for (const preset of Object.keys(PRESETS) as Preset[]) {
      if (!`${name} ${preset}`.includes(wanted)) continue
      const url = server.origin + path
      await browser.setCookies(signedIn ? [{ name: 'cd_session', value: token, url }] : [])
      const report = await measure(browser, url, preset)
      const scores = CATEGORIES.map((category) => score(report, category))
      const times = Object.values(TIMES).map((id) => report.audits[id]?.displayValue?.replace(/\s/g, ' '))
      console.log(line([name, preset, ...scores, ...times]))
      for (const category of CATEGORIES) {
        for (const fault of faultsOf(report, category)) console.log(fault)
        if (score(report, category) < LINES[category]) below++
      }
      if (folder) {
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, `${name}-${preset}.html`), generateReport(report, 'html'))
      }
    }
  if ('files far'.includes(wanted)) {
    const times = await firstListTimes(server.origin, token, 'Report 1.txt')
    console.log(
      `files, 200 ms away at 10 Mbit/s: ${times[times.length >> 1]} ms (${times[0]} to ${times.at(-1)})`,
    )
  }
  const wantedScores = CATEGORIES.map((category) => `${category} ${LINES[category]}`).join(', ')
  console.log(`${below === 0 ? 'None' : below} below the line (${wantedScores}).`)
} finally {
  await browser.close()
  await server.stop()
}
process.exitCode = below > 0 ? 1 : 0
