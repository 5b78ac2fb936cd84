import { nameKey } from '@clouddisk/contract/names'
import { expect, test } from 'vitest'
import { freeFolderName, newFolderProblem, renameProblem } from './name-rules.ts'

const taken = new Set(['合同', 'Budget.xlsx', '新建文件夹'].map(nameKey))
const file = { name: 'plan.docx', isFolder: false }

test('a fine name has no problem, its own name neither', () => {
  expect(renameProblem('计划 2026.docx', file, taken)).toBeUndefined()
  expect(renameProblem('BUDGET.xlsx', { name: 'Budget.xlsx', isFolder: false }, taken)).toBeUndefined()
})

test('every rule has its words', () => {
  const problem = (name: string) => renameProblem(name, file, taken)
  expect(problem('')).toBe('名称不能为空。')
  expect(problem(' a.docx')).toBe('名称首尾不能有空格。')
  for (const char of '\\/:*?"<>|[]“”：？')
    expect(problem(`a${char}.docx`)).toBe('名称里不能有 \\ / : * ? " < > | [ ]。')
  expect(problem('CON.docx')).toBe('这是 Windows 保留的名称，请换一个。')
  expect(problem('budget.XLSX')).toBe('已有同名文件，请换个名称。')
})

test('the base name is counted without extension, and a long name never traps', () => {
  expect(renameProblem(`${'长'.repeat(30)}.docx`, file, taken)).toBeUndefined()
  expect(renameProblem(`${'长'.repeat(31)}.docx`, file, taken)).toBe('名称最多 30 个字符，当前 31 个。')
  const long = { name: `${'长'.repeat(40)}.docx`, isFolder: false }
  expect(renameProblem(`${'短'.repeat(40)}.docx`, long, taken)).toBeUndefined()
  expect(renameProblem(`${'短'.repeat(41)}.docx`, long, taken)).toBe('名称最多 40 个字符，当前 41 个。')
})

test('a new folder is trimmed first, has 128 characters and a free name', () => {
  expect(newFolderProblem('  新项目 ', taken)).toBeUndefined()
  expect(newFolderProblem('   ', taken)).toBe('名称不能为空。')
  expect(newFolderProblem('a'.repeat(128), taken)).toBeUndefined()
  expect(newFolderProblem('a'.repeat(129), taken)).toBe('名称最多 128 个字符，当前 129 个。')
  expect(newFolderProblem('合同 ', taken)).toBe('已有同名文件夹，请换个名称。')
  expect(freeFolderName(taken)).toBe('新建文件夹 (1)')
  expect(freeFolderName(new Set())).toBe('新建文件夹')
})
