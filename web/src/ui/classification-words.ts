import { texts } from '../lib/i18n.ts'

/** Names of the classification levels. */
export const t = texts('classification', {
  level0: ['公开', 'Public'],
  level1: ['内部', 'Internal'],
  level2: ['秘密', 'Confidential'],
  level3: ['机密', 'Secret'],
  classification: ['密级', 'Classification'],
  badge: ['密级：{{level}}', 'Classification: {{level}}'],
})

const LEVELS = ['level0', 'level1', 'level2', 'level3'] as const

export const levelName = (level: number): string => t(LEVELS[level] ?? 'level1')
