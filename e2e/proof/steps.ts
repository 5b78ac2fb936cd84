import assert from 'node:assert/strict'
import { DEEDS, type Deed, Stage } from './deeds.ts'
import { Product } from './product.ts'

/**
 * kill -9 in place of each statement of what changes hands: handing a group over, dissolving it, letting somebody leave,
 * moving between spaces, changing departments. Started again, each is done or not begun, and nothing is out of order.
 */

export interface StepOptions {
  readonly only?: string | undefined
  readonly say: (line: string) => void
}

const STATEMENTS_MAX = 400

export async function proveSteps({ only, say }: StepOptions): Promise<void> {
  const product = await Product.prepare()
  try {
    await product.start({ killable: true })
    const stage = await Stage.open(product)
    for (const deed of DEEDS) {
      if (only !== undefined && !deed.name.includes(only)) continue
      const { kills, done } = await proveDeed(stage, deed)
      say(`steps: ${deed.name}: killed at each of ${kills} statements, ${done} times done, else not begun`)
    }
  } finally {
    await product.remove()
  }
}

async function proveDeed(stage: Stage, deed: Deed): Promise<{ kills: number; done: number }> {
  const whole = await deed.prepare(stage)
  const before = await whole.look()
  assert.equal(await stage.carryOut(whole, undefined), 'done')
  const after = await whole.look()
  assert.notDeepEqual(after, before, `${deed.name} changes nothing`)
  let done = 0
  for (let n = 1; n <= STATEMENTS_MAX; n++) {
    const scene = await deed.prepare(stage)
    assert.deepEqual(await scene.look(), before, `${deed.name} does not begin as it did`)
    const outcome = await stage.carryOut(scene, n)
    const found = await scene.look()
    const isDone = same(found, after)
    assert.ok(
      isDone || same(found, before),
      `${deed.name}, killed at statement ${n}: ${JSON.stringify(found)}`,
    )
    const faults = await stage.product.faults()
    assert.deepEqual(faults, [], `${deed.name}, killed at statement ${n}`)
    if (isDone) done++
    if (outcome !== 'done') continue
    // All of it, the objects and the log as well.
    const { ok, output } = await stage.product.cli('doctor')
    assert.ok(ok, `${deed.name}: ${output}`)
    return { kills: n - 1, done }
  }
  throw new Error(`${deed.name} does not come to its end`)
}

function same(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(a, b)
    return true
  } catch {
    return false
  }
}
