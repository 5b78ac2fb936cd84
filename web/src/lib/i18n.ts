import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@clouddisk/contract/errors'
import { createInstance, type i18n } from 'i18next'
import { readStored, writeStored } from './storage.ts'

/**
 * Texts of the page (A§1): zh-CN by default, for visitors of links what their browser is set to; a choice is in local
 * storage, and switching reloads. i18next interpolates and pluralizes; this module has its settings and the key types.
 */

const KEY = 'clouddisk.language'
const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value)

/** boot.js, or visitor-boot.js, has put it on the document. */
const shown = globalThis.document?.documentElement.lang
export const language: Language = isLanguage(shown) ? shown : DEFAULT_LANGUAGE

/** Whether the person ever chose a language in this browser. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(KEY))

/** Stores the choice and reloads; a page has one language only. */
export function switchLanguage(to: Language): void {
  writeStored(KEY, to)
  location.reload()
}

type Plural = { readonly one: string; readonly other: string }
type Text = string | Plural

/** An English text that differs by `{{count}}`; not for texts in the first load. */
export const plural = (one: string, other: string): Plural => ({ one, other })
/** Chinese first, English second; English may differ by `{{count}}`. */
export type TextPair = readonly [zh: string, en: Text]
/** For texts in the first load the build keeps the page's language only (build/words.ts). */
const isPair = (text: TextPair | Text): text is TextPair => Array.isArray(text)

type Placeholders<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type Params<W extends TextPair> = Placeholders<W[0]> | (W[1] extends Plural ? 'count' : never)
type Arguments<W extends TextPair> = [Params<W>] extends [never]
  ? []
  : [params: { readonly [K in Params<W>]: K extends 'count' ? number : string | number }]

export interface Texts<T extends Record<string, TextPair>> {
  /** The text of `key` in the page's language, with placeholders `{{name}}` filled. */
  <K extends keyof T & string>(key: K, ...args: Arguments<T[K]>): string
  /** Namespace, unique in the page. */
  readonly area: string
  readonly table: T
}

/** i18next in one language, without texts; `texts` adds those of each feature. */
export function i18nFor(of: Language): i18n {
  const speaker = createInstance()
  speaker.init({
    lng: of,
    load: 'currentOnly',
    fallbackLng: false,
    initAsync: false,
    resources: {},
    // Keys are plain names, and React escapes.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  return speaker
}

const page = i18nFor(language)

/**
 * Declares a feature's texts in both languages and returns its translator.
 * `const t = texts('files', { rename: ['重命名', 'Rename'] })`, then `t('rename')`.
 * An unknown placeholder is printed as written.
 */
export function texts<const T extends Record<string, TextPair>>(
  area: string,
  table: T,
  speaker: i18n = page,
): Texts<T> {
  const of = speaker.language === 'en-US' ? 1 : 0
  const entries = Object.entries<TextPair | Text>(table).flatMap(([key, text]) =>
    forms(key, isPair(text) ? text[of] : text),
  )
  speaker.addResourceBundle(speaker.language, area, Object.fromEntries(entries))
  const translate = (key: string, params?: Record<string, string | number>): string =>
    // Passed as `replace`, values cannot be taken for i18next options.
    speaker.t(key, { ns: area, nest: false, ...(params && { replace: params, ...counted(params) }) })
  return Object.assign(translate, { area, table }) as Texts<T>
}

const counted = ({ count }: Record<string, string | number>) =>
  count !== undefined && { count: Number(count) }

/** The keys under which i18next looks up a text: one per plural form. */
const forms = (key: string, text: Text): (readonly [string, string])[] =>
  typeof text === 'string'
    ? [[key, text]]
    : Object.entries(text).map(([number, form]) => [`${key}_${number}`, form])
