import type { Language } from './errors.ts'

/** Kinds of content that administrators may refuse, whatever the file is called. */
export const CONTENT_KINDS = ['program', 'script', 'installer', 'shortcut'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const CONTENT_KIND_WORDS: Record<ContentKind, readonly [zh: string, en: string]> = {
  program: ['程序', 'Programs'],
  script: ['脚本', 'Scripts'],
  installer: ['安装包', 'Installers'],
  shortcut: ['快捷方式', 'Shortcuts'],
}

/** What a refused file is. */
const ONE: Record<ContentKind, readonly [zh: string, en: string]> = {
  ...CONTENT_KIND_WORDS,
  program: ['程序', 'a program'],
  script: ['脚本', 'a script'],
  installer: ['安装包', 'an installer'],
  shortcut: ['快捷方式', 'a shortcut'],
}

export const contentKindText = (kind: string, language: Language): string =>
  ONE[kind as ContentKind]?.[language === 'zh-CN' ? 0 : 1] ?? kind

export const EXTENSIONS_MAX = 200
/** Letters, digits and dots, without the one before it: exe, tar.gz. */
export const EXTENSION_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}_+-]*(\.[\p{L}\p{N}_+-]+)*$/u
export const EXTENSION_LENGTH_MAX = 32

/** Whether a name, as `nameKey` spells it, ends in one of the extensions, which is answered. */
export const extensionIn = (key: string, extensions: readonly string[]): string | undefined =>
  extensions.find((extension) => key.endsWith(`.${extension}`))
