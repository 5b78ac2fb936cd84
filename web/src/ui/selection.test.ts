import { expect, test } from 'vitest'
import {
  isSelected,
  keepExisting,
  NO_SELECTION,
  nextSelection,
  type Selection,
  type SelectionEvent,
  selectedCount,
} from './selection.ts'

const keys = ['a', 'b', 'c', 'd', 'e']
const run = (...events: SelectionEvent[]) =>
  events.reduce((state, event) => nextSelection(state, event, keys), NO_SELECTION)
const chosen = (state: Selection) => keys.filter((key) => isSelected(state, key)).join('')

test('a click chooses one row alone and puts the cursor there', () => {
  const state = run({ type: 'only', key: 'b' }, { type: 'only', key: 'd' })
  expect(chosen(state)).toBe('d')
  expect(state).toMatchObject({ cursor: 'd', cursorIndex: 3 })
})

test('after a plain click the arrows leave it; what was ticked stays', () => {
  const clicked = run({ type: 'only', key: 'a' }, { type: 'move', index: 1 })
  expect(chosen(clicked)).toBe('')
  const ticked = run({ type: 'toggle', key: 'a' }, { type: 'move', index: 1 }, { type: 'toggle', key: 'c' })
  expect(chosen(ticked)).toBe('ac')
  expect(ticked.cursor).toBe('c')
})

test('a toggle takes a row out again', () => {
  expect(chosen(run({ type: 'toggle', key: 'a' }, { type: 'toggle', key: 'a' }))).toBe('')
})

test('shift ranges grow and shrink from one anchor', () => {
  const down = run({ type: 'only', key: 'c' }, { type: 'range', index: 4 })
  expect(chosen(down)).toBe('cde')
  const up = nextSelection(down, { type: 'range', index: 1 }, keys)
  expect(chosen(up)).toBe('bc')
  expect(up).toMatchObject({ anchor: 'c', cursor: 'b' })
})

test('a range without an anchor is the row itself', () => {
  expect(chosen(run({ type: 'range', index: 2 }))).toBe('c')
})

test('ctrl+shift adds a range to what is chosen', () => {
  const state = run(
    { type: 'only', key: 'a' },
    { type: 'toggle', key: 'c' },
    { type: 'range', index: 3, keep: true },
  )
  expect(chosen(state)).toBe('acd')
})

test('all of a list that is not wholly loaded counts what is missing, and takes exceptions', () => {
  const sparse = ['a', undefined, undefined, 'd']
  const all = nextSelection(NO_SELECTION, { type: 'all' }, sparse)
  expect(selectedCount(all, 4)).toBe(4)
  expect(isSelected(all, 'not loaded yet')).toBe(true)
  const but = nextSelection(all, { type: 'toggle', key: 'd' }, sparse)
  expect(selectedCount(but, 4)).toBe(3)
  expect(isSelected(but, 'd')).toBe(false)
  const back = nextSelection(but, { type: 'range', index: 3, keep: true }, sparse)
  expect(isSelected(back, 'd')).toBe(true)
  expect(isSelected(nextSelection(but, { type: 'only', key: 'a' }, sparse), 'd')).toBe(false)
})

test('all of a loaded list are its rows', () => {
  const all = run({ type: 'all' })
  expect([...all.selected]).toEqual(keys)
  expect(all.inverse).toBe(false)
})

test('a marquee adds to what was there when it began, and gives back what it leaves', () => {
  const base = run({ type: 'toggle', key: 'a' })
  const wide = nextSelection(base, { type: 'set', keys: ['b', 'c'], base }, keys)
  expect(chosen(wide)).toBe('abc')
  expect(chosen(nextSelection(wide, { type: 'set', keys: ['b'], base }, keys))).toBe('ab')
  expect(chosen(nextSelection(wide, { type: 'set', keys: ['e'] }, keys))).toBe('e')
})

test('clear keeps the cursor', () => {
  const state = run({ type: 'toggle', key: 'c' }, { type: 'clear' })
  expect(chosen(state)).toBe('')
  expect(state.cursor).toBe('c')
})

test('the cursor goes to a row that is not loaded, and has it once it is', () => {
  const far = nextSelection(NO_SELECTION, { type: 'move', index: 2 }, ['a', undefined, undefined])
  expect(far).toMatchObject({ cursor: undefined, cursorIndex: 2 })
  expect(keepExisting(far, ['a', undefined, 'c'])).toMatchObject({ cursor: 'c', cursorIndex: 2 })
})

test('when the row under the cursor is gone, the one in its place has it', () => {
  const state = keepExisting(run({ type: 'toggle', key: 'b' }, { type: 'toggle', key: 'c' }), [
    'a',
    'b',
    'd',
    'e',
  ])
  expect(state).toMatchObject({ cursor: 'd', cursorIndex: 2 })
  expect(chosen(state)).toBe('b')
})

test('a cursor that fell to another row stays fallen when the removed row is back, until it is moved', () => {
  const gone = keepExisting(run({ type: 'only', key: 'c' }), ['a', 'b', 'd', 'e'])
  expect(gone).toMatchObject({ cursor: 'd', fallen: true })
  const back = keepExisting(gone, keys)
  expect(back).toMatchObject({ cursor: 'd', fallen: true })
  expect(nextSelection(back, { type: 'move', index: 1 }, keys)).toMatchObject({ cursor: 'b', fallen: false })
})

test('the last row gone leaves the cursor on the one before; an empty list has none', () => {
  const state = run({ type: 'only', key: 'e' })
  expect(keepExisting(state, ['a', 'b'])).toMatchObject({ cursor: 'b', cursorIndex: 1 })
  expect(keepExisting(state, [])).toMatchObject({ cursor: undefined, cursorIndex: -1 })
})

test('the cursor follows its row when others come before it', () => {
  expect(keepExisting(run({ type: 'only', key: 'a' }), ['x', 'y', 'a'])).toMatchObject({ cursorIndex: 2 })
})

test('nothing leaves the selection while rows are missing', () => {
  expect(keepExisting(run({ type: 'toggle', key: 'a' }), [undefined, 'b']).selected.has('a')).toBe(true)
})
