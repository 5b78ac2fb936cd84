import { expect, test } from 'vitest'
import { callInBatches, groupByParent, sortResults } from './batches.ts'

test('more than one call takes are split, in order', async () => {
  const seen: string[][] = []
  const answers = await callInBatches(
    ['a', 'b', 'c', 'd', 'e'],
    async (some) => {
      seen.push(some)
      return some.length
    },
    2,
  )
  expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(answers).toEqual([2, 2, 1])
})

test('each line finds its item, whatever the order', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ instanceId: id, instanceName: id.toUpperCase() }))
  const line = (instanceId: string, errcode: number) => ({ instanceId, errcode, errmsg: errcode ? 'no' : '' })
  const { done, failed } = sortResults(items, [
    { list: [line('c', 0)] },
    { list: [line('a', 40901), line('x', 0)] },
  ])
  expect(done.map(({ item }) => item.instanceName)).toEqual(['C'])
  expect(failed).toEqual([{ item: items[0], errcode: 40901, errmsg: 'no' }])
})

test('items by parent', () => {
  const items = [{ parentId: 'p' }, { parentId: 'q' }, { parentId: 'p' }]
  expect([...groupByParent(items)].map(([parent, some]) => [parent, some.length])).toEqual([
    ['p', 2],
    ['q', 1],
  ])
})
