import type { Language } from './errors.ts'
import type { ImportOutcome } from './imports.ts'

/** What became of a file, in words, for the page and the workbook. */
const OUTCOMES: Record<ImportOutcome, readonly [string, string]> = {
  imported: ['已导入', 'Imported'],
  there: ['已存在', 'Already here'],
  keptBoth: ['同名并存', 'Kept both'],
  skipped: ['已跳过', 'Skipped'],
  failed: ['失败', 'Failed'],
}

export const importOutcomeText = (outcome: ImportOutcome, language: Language): string =>
  OUTCOMES[outcome][language === 'zh-CN' ? 0 : 1]
