#!/usr/bin/env node
// The entry point of every `npm run …` command. Plain JavaScript for Node 18 and later: it installs the packages if needed
// and runs the command with the Node 24 among them.
import { ensureInstalled } from './lib/install.mjs'
import { root, say } from './lib/paths.mjs'
import { becomeServer, Failure, run, runScript, runTogether } from './lib/processes.mjs'
import { check, test, testAll } from './lib/tests.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const commands = {
  async start() {
    await ensureWebBuilt()
    return becomeServer()
  },
  async dev() {
    const target = `http://127.0.0.1:${process.env.PORT ?? 8080}`
    return runTogether([
      runScript('server/src/main.ts', [], { nodeFlags: ['--watch', '--watch-preserve-output'] }),
      run('vite', ['dev'], { cwd: `${root}/web`, env: { CLOUDDISK_DEV_SERVER: target } }),
    ])
  },
  check,
  test,
  'test:all': testAll,
  async bench(args) {
    await ensureWebBuilt()
    return runScript('bench/main.ts', args)
  },
  async proof(args) {
    await ensureWebBuilt()
    return runScript('e2e/proof/main.ts', args)
  },
  async quality(args) {
    await ensureWebBuilt()
    return runScript('e2e/quality.ts', args)
  },
  async 'help-pictures'(args) {
    await ensureWebBuilt()
    return runScript('e2e/help-pictures.ts', args)
  },
  // Paths are those of the folder that npm was called in.
  desktop: (args) => runScript('desktop/src/main.ts', args, { cwd: process.env.INIT_CWD ?? root }),
  'desktop:package': (args) => runScript('desktop/packaging/main.ts', args),
  cli: (args) => runScript('server/src/cli.ts', args, { guarded: true }),
}

async function main([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (!command) throw new Failure(`Unknown command. Commands: ${Object.keys(commands).join(', ')}.`)
  await ensureInstalled()
  return command(args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof Failure ? error.message : error)
  process.exitCode = 1
}
