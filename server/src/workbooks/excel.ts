import type excel from 'exceljs'

/** The library behind workbooks: a fifth of all that would be read at every start, and few starts write any. */
export const loadExcel = async (): Promise<typeof excel> => (await import('exceljs')).default
