// @module-tag long
import { test } from 'vitest'
import { runMachineProof } from './machine-proof.ts'

test('no item is stuck and no rule is broken in random histories', { timeout: 120_000 }, () => {
  runMachineProof({ runs: 5000, steps: 150 })
})
