import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The rule of who may do what, in random worlds in a real database against a model written by itself; the server's own
 * property test with many more checks.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TEST = ['run', '--project', 'server', 'server/src/access/rule.property.test.ts']

export interface AccessOptions {
  readonly seed: number
  readonly checks: number
  say(line: string): void
}

export async function proveAccess({ seed, checks, say }: AccessOptions): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...TEST], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CLOUDDISK_RULE_CHECKS: String(checks),
      CLOUDDISK_RULE_SEED: String(seed),
    },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the rule and its model disagree, seed ${seed}`)
  say(`access: ${checks} checks of the rule agreed with the model, and named what decides, seed ${seed}`)
}
