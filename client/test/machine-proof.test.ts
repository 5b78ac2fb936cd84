import { test } from 'vitest'
import { runMachineProof } from './machine-proof.ts'

test('whatever happens, nothing sticks and no rule is broken', { timeout: 120_000 }, () => {
  runMachineProof({ runs: 5000, steps: 150 })
})
