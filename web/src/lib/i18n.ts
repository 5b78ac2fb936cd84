import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@clouddisk/contract/errors'
import { createInstance, type i18n } from 'i18next'
import { readStored, writeStored } from './storage.ts'

/**
 * Words of the page (A§1): zh-CN by default, kept in local storage, switching reloads. i18next fills and counts; here
 * are its settings and the types of the keys.
 */

const KEY = 'clouddisk.language'
const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value)

const stored = readStored(KEY)
export const language: Language = isLanguage(stored) ? stored : DEFAULT_LANGUAGE

if (typeof document !== 'undefined') document.documentElement.lang = language

/** Whether the person ever chose a language in this browser. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(KEY))

/** Keeps the choice and reloads the page in it; the page is built in one language, so nothing can be half-switched. */
export function switchLanguage(to: Language): void {
  writeStored(KEY, to)
  location.reload()
}

type Plural = { readonly one: string; readonly other: string }
type Text = string | Plural
/** Chinese first, English second; English may differ by `{{count}}`. */
export type Words = readonly [zh: string, en: Text]
/** Of words in the first load the build leaves those of the page's language alone (build/words.ts). */
const isPair = (words: Words | Text): words is Words => Array.isArray(words)

type Placeholders<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type Params<W extends Words> = Placeholders<W[0]> | (W[1] extends Plural ? 'count' : never)
type Arguments<W extends Words> = [Params<W>] extends [never]
  ? []
  : [params: { readonly [K in Params<W>]: K extends 'count' ? number : string | number }]

export interface Texts<T extends Record<string, Words>> {
  /** The words of `key` in the page's language, with the holes `{{name}}` filled. */
  <K extends keyof T & string>(key: K, ...args: Arguments<T[K]>): string
  /** What the words are about, unique in the page. */
  readonly area: string
  readonly table: T
}

/** i18next in one language, without words yet; `texts` brings those of each feature. */
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
 * Declares a feature's words, both languages side by side, and gives its translator.
 * `const t = texts('files', { rename: ['重命名', 'Rename'] })`, then `t('rename')`.
 * An unknown hole stays as it is written, to be seen.
 */
export function texts<const T extends Record<string, Words>>(
  area: string,
  table: T,
  speaker: i18n = page,
): Texts<T> {
  const of = speaker.language === 'en-US' ? 1 : 0
  const entries = Object.entries<Words | Text>(table).flatMap(([key, words]) =>
    forms(key, isPair(words) ? words[of] : words),
  )
  speaker.addResourceBundle(speaker.language, area, Object.fromEntries(entries))
  const translate = (key: string, params?: Record<string, string | number>): string =>
    // As `replace`, values are only ever values, whatever they are called and say.
    speaker.t(key, { ns: area, nest: false, ...(params && { replace: params, ...counted(params) }) })
  return Object.assign(translate, { area, table }) as Texts<T>
}

const counted = ({ count }: Record<string, string | number>) =>
  count !== undefined && { count: Number(count) }

/** The keys that i18next looks a text up by: one more for each number it depends on. */
const forms = (key: string, text: Text): (readonly [string, string])[] =>
  typeof text === 'string'
    ? [[key, text]]
    : Object.entries(text).map(([number, form]) => [`${key}_${number}`, form])
