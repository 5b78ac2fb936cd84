import { expect, test } from 'vitest'
import { matchesKeys, parseKeys, showKeys } from './keys.ts'

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

test('a combination holds exactly its keys', () => {
  expect(matchesKeys(pressed('c', { ctrlKey: true }), 'Mod+C', false)).toBe(true)
  expect(matchesKeys(pressed('c'), 'Mod+C', false)).toBe(false)
  expect(matchesKeys(pressed('C', { ctrlKey: true, shiftKey: true }), 'Mod+C', false)).toBe(false)
  expect(matchesKeys(pressed('C', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+C', false)).toBe(true)
  expect(matchesKeys(pressed('Enter', { altKey: true }), 'Alt+Enter', false)).toBe(true)
  expect(matchesKeys(pressed('Enter'), 'Alt+Enter', false)).toBe(false)
})

test('Mod is ⌘ on macOS and Ctrl elsewhere, never both', () => {
  expect(matchesKeys(pressed('a', { metaKey: true }), 'Mod+A', true)).toBe(true)
  expect(matchesKeys(pressed('a', { ctrlKey: true }), 'Mod+A', true)).toBe(false)
  expect(matchesKeys(pressed('a', { metaKey: true }), 'Mod+A', false)).toBe(false)
})

test('a sign is the sign, whatever the layout needs to write it', () => {
  expect(matchesKeys(pressed('?', { shiftKey: true }), '?', false)).toBe(true)
  expect(matchesKeys(pressed('?'), '?', false)).toBe(true)
  expect(matchesKeys(pressed('/'), '?', false)).toBe(false)
})

test('short names stand for the keys', () => {
  expect(parseKeys('Del').key).toBe('Delete')
  expect(matchesKeys(pressed('Delete'), 'Del', false)).toBe(true)
  expect(matchesKeys(pressed(' '), 'Space', false)).toBe(true)
})

test('they are printed as the system prints them', () => {
  expect(showKeys('Mod+Shift+C', false)).toBe('Ctrl ⇧ C')
  expect(showKeys('Mod+Shift+C', true)).toBe('⌘ ⇧ C')
  expect(showKeys('Delete', false)).toBe('Del')
  expect(showKeys('Alt+Enter', false)).toBe('Alt Enter')
  expect(showKeys('F2', false)).toBe('F2')
})
