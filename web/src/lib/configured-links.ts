import type { ConfiguredLink } from '@clouddisk/contract/configured-links'
import { ExternalLink } from 'lucide-react'
import type { Action } from './action.ts'
import { openOutside } from './host.ts'
import { language } from './i18n.ts'

/** The links of the company in a menu, which open in a new tab (G25). */
export const linkActions = (links: readonly ConfiguredLink[], menu: ConfiguredLink['menu']): Action[] =>
  links
    .filter((link) => link.menu === menu)
    .map(({ zh, en, url }, index) => ({
      name: `link.${menu}.${index}`,
      label: language === 'zh-CN' ? zh : en,
      icon: ExternalLink,
      run: () => openOutside(url),
    }))
