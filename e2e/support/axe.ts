import { expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOnly, type RunOptions } from 'axe-core'
import type { Words } from './test.ts'

/** What axe says of the page as it stands. */

const ALL: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** What another look changes; the rest it leaves as it is. */
const OF_COLOR: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** What lies over a page; the page below is looked at by itself. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const LOOKS = [
  { skin: 'redblack', theme: 'light' },
  { skin: 'light', theme: 'light' },
  { skin: 'redblack', theme: 'dark' },
  { skin: 'light', theme: 'dark' },
] as const
type Look = (typeof LOOKS)[number]

export interface Auditor {
  /**
   * Notes, without ending the test, what is wrong with what the page shows now.
   * @param fresh what alone is new on the page and is looked at; by default what lies over it. Without any: the whole page.
   */
  check(where: string, fresh?: string): Promise<void>
}

/**
 * In Chinese each screen is looked at in all looks, in English in one of them, in turn: another language changes no colour.
 * @param wardrobe another tab of the same browser: looks are changed there, and the page follows.
 */
export function auditor(page: Page, wardrobe: Page, language: Words): Auditor {
  let worn = 0
  const note = async (where: string, rules: RunOnly, fresh: string): Promise<void> => {
    worn = (worn + 1) % LOOKS.length
    const look = LOOKS[worn] ?? LOOKS[0]
    // What the server keeps may arrive after it, and then it is put on again.
    do await wear(wardrobe, look)
    while (!(await settled(page, look)))
    const told = toldOf(await violations(page, rules, fresh))
    expect.soft(told, `${where}, ${look.skin}, ${look.theme}`).toEqual([])
  }
  return {
    check: async (where, fresh = LAYERS) => {
      // Behind the wardrobe it would be drawn once a second.
      await page.bringToFront()
      await note(where, ALL, fresh)
      if (language === 'en-US') return
      for (let more = 1; more < LOOKS.length; more++) await note(where, OF_COLOR, fresh)
    },
  }
}

const toldOf = (found: readonly Result[]): string[] =>
  found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.target.join(' ')}\n  ${node.failureSummary}`),
  )

/** What is wrong with the page as it stands, in the look it has: of what lies over it, or of the whole page. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  return toldOf(await violations(page, ALL, LAYERS))
}

const wear = (wardrobe: Page, look: Look): Promise<void> =>
  wardrobe.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(`clouddisk.${key}`, value)
  }, Object.entries(look))

/** Whether the page wears it; then movements have come to rest. */
async function settled(page: Page, look: Look): Promise<boolean> {
  const isWorn = await page.evaluate(async ({ skin, theme }) => {
    const { dataset } = document.documentElement
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const wears = () => dataset.skin === skin && (dataset.theme === 'dark') === (theme === 'dark')
    for (let frames = 0; frames < 60 && !wears(); frames++) await frame()
    await frame()
    await frame()
    return wears()
  }, look)
  if (isWorn) await page.evaluate(atRest)
  return isWorn
}

/** In the page. What moves for ever does not count. */
async function atRest(): Promise<void> {
  const movements = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.all(movements.map(({ finished }) => finished.catch(() => undefined)))
}

/** Asked in the page itself: by way of axe's own binding of Playwright it takes twice as long. */
async function violations(page: Page, runOnly: RunOnly, fresh: string): Promise<Result[]> {
  // Half a megabyte of source goes into each document once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source};undefined`)
  // One frame: what other frames hold is the person's own files and the browser's own viewers.
  // What passes is not told, which would take as long again; style sheets are asked for by no rule of these.
  const options: RunOptions = { runOnly, iframes: false, resultTypes: ['violations'], preload: false }
  return page.evaluate(
    async ({ fresh, options }) => {
      const where = document.querySelector(fresh) ? fresh : document
      return (await window.axe.run(where, options)).violations
    },
    { fresh, options },
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
