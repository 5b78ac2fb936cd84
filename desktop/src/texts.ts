import type { Language } from '@clouddisk/contract/errors'

/** Texts of the client itself, in both languages; `{{name}}` is replaced by a value. */

type Values = Readonly<Record<string, string | number>>

export type Say<Name extends string> = (what: Name, language: Language, values?: Values) => string

export const texts =
  <Name extends string>(all: Readonly<Record<Name, readonly [zh: string, en: string]>>): Say<Name> =>
  (what, language, values = {}) =>
    all[what][language === 'zh-CN' ? 0 : 1].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
