import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runProgram } from './run.ts'

test('a program that is not installed leaves no timer, which would keep the client from ending', async () => {
  const script = `
    const { runProgram } = await import(${JSON.stringify(import.meta.resolve('./run.ts'))})
    const ended = await runProgram('clouddisk-no-such-program', [])
    console.log(ended, process.getActiveResourcesInfo().includes('Timeout'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toBe('undefined false\n')
})

test('answers what a program prints, and nothing where it does not end in time', async () => {
  expect(await runProgram('cat', [], 'text')).toEqual({ code: 0, output: 'text' })
  expect(await runProgram('sleep', ['60'], '', 50)).toBeUndefined()
})
