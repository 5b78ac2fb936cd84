import { PAGE_SETTINGS } from '@clouddisk/contract/settings'
import type { Plugin } from 'vite'
import { PAGE_SIZE, pageInput } from '../src/features/files/page-input.ts'

/** Gives boot.js the call that reads the personal files, which it makes while the page's scripts are still being fetched. */
export const firstList = (): Plugin => ({
  name: 'clouddisk:first-list',
  apply: 'build',
  transformIndexHtml: (html) => {
    if (!html.includes(BOOT)) throw new Error(`the page has no ${BOOT}`)
    return html.replace(BOOT, `${BOOT} data-first-list='${JSON.stringify(INPUT)}'`)
  },
})

const BOOT = '<script src="/disk/boot.js"'
const { filesOrderBy: orderBy, filesOrderType: orderType } = PAGE_SETTINGS
const INPUT = pageInput('0', { orderBy, orderType, keyword: '', label: '' }, { pageNo: 1 }, PAGE_SIZE)
