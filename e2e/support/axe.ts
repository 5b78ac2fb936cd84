import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Words } from './test.ts'

/** What axe says of the page as it stands. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What another look changes; the rest it leaves as it is. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

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
  const next = async (): Promise<Look> => {
    worn = (worn + 1) % LOOKS.length
    const look = LOOKS[worn] ?? LOOKS[0]
    await wear(look)
    return look
  }
  const wear = async (look: Look): Promise<void> => {
    await wardrobe.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(`clouddisk.${key}`, value)
    }, Object.entries(look))
    await page.waitForFunction(({ skin, theme }) => {
      const { dataset } = document.documentElement
      return dataset.skin === skin && (dataset.theme === 'dark') === (theme === 'dark')
    }, look)
  }
  const note = async (
    where: string,
    { skin, theme }: Look,
    rules: 'all' | 'of color',
    fresh: string,
  ): Promise<void> => {
    await settled(page)
    // One frame: what other frames hold is the person's own files and the browser's own viewers.
    // What passes is not told, which would take as long again; style sheets are asked for by no rule of these.
    const only = { iframes: false, resultTypes: ['violations' as const], preload: false }
    const axe = new AxeBuilder(await sourceFor(page)).setLegacyMode().options(only)
    if (rules === 'all') axe.withTags(RULES)
    else axe.withRules(RULES_OF_COLOR)
    if ((await page.locator(fresh).count()) > 0) axe.include(fresh)
    const { violations } = await axe.analyze()
    const told = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n  ${node.target.join(' ')}\n  ${node.failureSummary}`),
    )
    expect.soft(told, `${where}, ${skin}, ${theme}`).toEqual([])
  }
  return {
    check: async (where, fresh = LAYERS) => {
      // Behind the wardrobe it would be drawn once a second.
      await page.bringToFront()
      await note(where, await next(), 'all', fresh)
      if (language === 'en-US') return
      for (let more = 1; more < LOOKS.length; more++) await note(where, await next(), 'of color', fresh)
    },
  }
}

/** Half a megabyte of source goes into each document once, not twice with every look. */
const sourceFor = async (page: Page): Promise<ConstructorParameters<typeof AxeBuilder>[0]> =>
  (await page.evaluate(() => 'axe' in window)) ? { page, axeSource: ';' } : { page }

/** Movements have come to rest; what moves for ever does not count. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const movements = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(movements.map(({ finished }) => finished.catch(() => undefined)))
  })
