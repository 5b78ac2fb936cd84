import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@clouddisk/contract/errors'
import { host } from './host.ts'
import { readStored, writeStored } from './storage.ts'

/**
 * Texts of the page (A§1): zh-CN by default, for visitors of links what their browser is set to; a choice is in local
 * storage, and switching reloads.
 */

const KEY = 'clouddisk.language'
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value)

/** boot.js, or visitor-boot.js, has put it on the document. */
const shown = globalThis.document?.documentElement.lang
export const language: Language = isLanguage(shown) ? shown : DEFAULT_LANGUAGE

/**
 * The language for a person (R8): in the desktop client the client's, otherwise what the person saved, otherwise what was
 * chosen in this browser.
 */
export const languageFor = (saved: Language | undefined): Language =>
  [host()?.language, saved, readStored(KEY)].find(isLanguage) ?? DEFAULT_LANGUAGE

/** Stores the choice and reloads, as a page has one language only; without storage the page stays as it is. */
export function switchLanguage(to: Language): void {
  writeStored(KEY, to)
  if (readStored(KEY) === to) location.reload()
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
type Needed<W extends TextPair> = Placeholders<W[0]> | (W[1] extends Plural ? 'count' : never)
type Arguments<W extends TextPair> = [Needed<W>] extends [never]
  ? []
  : [params: { readonly [K in Needed<W>]: K extends 'count' ? number : string | number }]

type Params = Readonly<Record<string, string | number>>

export interface Texts<T extends Record<string, TextPair>> {
  /** The text of `key` in the page's language, with placeholders `{{name}}` filled. */
  <K extends keyof T & string>(key: K, ...args: Arguments<T[K]>): string
  /** Namespace, unique in the page. */
  readonly area: string
  readonly table: T
}

/**
 * Declares a feature's texts in both languages and returns its translator.
 * `const t = texts('files', { rename: ['重命名', 'Rename'] })`, then `t('rename')`.
 * An unknown placeholder is printed as written.
 */
export function texts<const T extends Record<string, TextPair>>(
  area: string,
  table: T,
  of: Language = language,
): Texts<T> {
  const mine = new Map(
    Object.entries<TextPair | Text>(table).map(([key, text]) => [
      key,
      isPair(text) ? text[of === 'en-US' ? 1 : 0] : text,
    ]),
  )
  const translate = (key: string, params?: Params): string => {
    const text = mine.get(key) ?? key
    // English alone has forms.
    const form = typeof text === 'string' ? text : Number(params?.count) === 1 ? text.one : text.other
    return params ? filled(form, params) : form
  }
  return Object.assign(translate, { area, table }) as Texts<T>
}

const filled = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(params[name] ?? hole))
