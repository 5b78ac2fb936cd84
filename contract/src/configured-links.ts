import Type, { type Static } from 'typebox'
import { oneOf } from './shapes.ts'

/** Links of the company that administrators add to the page's menus (G25), such as the outsourcing process. */

export const LINKS_MAX = 10
export const LINK_NAME_MAX = 40
export const LINK_URL_MAX = 500
export const LINK_MENUS = ['user', 'help'] as const

/** What the first link is usually for. */
export const OUTSOURCING = { zh: '外包流程', en: 'Outsourcing process' } as const

export const ConfiguredLink = Type.Object({
  /** Its name in Chinese and in English. */
  zh: Type.String({ minLength: 1, maxLength: LINK_NAME_MAX }),
  en: Type.String({ minLength: 1, maxLength: LINK_NAME_MAX }),
  url: Type.String({ minLength: 1, maxLength: LINK_URL_MAX }),
  /** The menu that shows it. */
  menu: oneOf(LINK_MENUS),
})
export type ConfiguredLink = Static<typeof ConfiguredLink>

/** An address of the web, and no script or file. */
export const isWebAddress = (text: string): boolean => {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}
