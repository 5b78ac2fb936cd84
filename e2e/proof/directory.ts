import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { saveDirectory } from '@clouddisk/contract/directories'
import {
  type DirectoryRun,
  type DirectoryRunKind,
  queryDirectoryRun,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import type { Person } from '../../server/test/person.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, company, Slapd } from '../../server/test/slapd.ts'
import { Product } from './product.ts'

/**
 * 10,000 people and 600 departments come from an LDAP server within a minute, with at most 200 MB more memory of the server's process;
 * within ten seconds again where nothing was changed. Needs a machine that does nothing else.
 */

const DIVISIONS = 24
const DEPARTMENTS_EACH = 24
const PEOPLE = 10_000
const FIRST_S = 60
const AGAIN_S = 10
const MORE_MB = 200
const LOOK_MS = 100

export async function proveDirectory(say: (line: string) => void): Promise<void> {
  const slapd = await Slapd.start(
    company({ divisions: DIVISIONS, departmentsEach: DEPARTMENTS_EACH, people: PEOPLE }),
  )
  const product = await Product.prepare()
  try {
    await product.start()
    const director = await product.person('director', null)
    await product.sql(
      `insert into person_role (person_id, preset) values ('${director.user.userId}', 'superAdmin')`,
    )
    const admin = await product.signIn('director')
    const { directoryId } = await admin.call(saveDirectory, {
      code: 'proof',
      name: 'proof',
      protocol: 'ldap',
      password: ADMIN_PASSWORD,
      settings: { url: slapd.url, tls: 'startTls', ca: slapd.ca, base: BASE, user: ADMIN_DN },
    })
    const first = await measure(product, admin, directoryId, 'full')
    tell(say, 'everybody is new', first)
    assert.equal(first.run.counts.created, PEOPLE)
    assert.equal(first.run.counts.departmentsCreated, DIVISIONS * (1 + DEPARTMENTS_EACH))
    const again = await measure(product, admin, directoryId, 'full')
    tell(say, 'nothing was changed', again)
    assert.equal(again.run.counts.unchanged, PEOPLE)
    tell(say, 'a dry run', await measure(product, admin, directoryId, 'dryRun'))
    assert.ok(first.seconds < FIRST_S, `${first.seconds} s`)
    assert.ok(again.seconds < AGAIN_S, `${again.seconds} s`)
    assert.ok(Math.max(first.moreMb, again.moreMb) < MORE_MB, `${first.moreMb} MB, ${again.moreMb} MB`)
  } finally {
    await product.remove()
    await slapd.stop()
  }
}

interface Measured {
  readonly run: DirectoryRun
  readonly seconds: number
  /** Resident memory of the server's process at most, above what it was before. */
  readonly moreMb: number
}

async function measure(
  product: Product,
  admin: Person,
  directoryId: string,
  kind: DirectoryRunKind,
): Promise<Measured> {
  const before = await residentMb(product.pid)
  let most = before
  const { runId } = await admin.call(startDirectoryRun, { directoryId, kind })
  for (;;) {
    await pause(LOOK_MS)
    most = Math.max(most, await residentMb(product.pid))
    const run = await admin.call(queryDirectoryRun, { runId })
    if (run.endTime === null) continue
    assert.equal(run.state, 'done', run.errmsg)
    const seconds = (Date.parse(run.endTime) - Date.parse(run.startTime ?? run.createTime)) / 1000
    return { run, seconds, moreMb: most - before }
  }
}

async function residentMb(pid: number): Promise<number> {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

const tell = (say: (line: string) => void, what: string, { seconds, moreMb }: Measured): void =>
  say(`directory: ${PEOPLE} people, ${what}: ${seconds.toFixed(1)} s, ${moreMb} MB more`)
