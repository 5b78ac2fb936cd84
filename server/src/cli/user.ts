import { text } from 'node:stream/consumers'
import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import { formatSize } from '@clouddisk/contract/format'
import { GENERAL_ROLES } from '@clouddisk/contract/roles'
import { Command, Option } from 'commander'
import { byteCount } from '../config/parse.ts'
import type { Context } from '../context.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import * as accounts from '../features/accounts/accounts.ts'
import { randomPassword } from '../features/accounts/passwords.ts'
import { departmentKey, departmentsByPath } from '../features/directory/department-store.ts'
import { createInDepartment } from '../features/directory/new-people.ts'
import { resetByName } from '../features/second-factor/reset.ts'
import { CommandFailed, optionParser, printResult, table } from './output.ts'
import { type RuntimeOptions, withContext } from './runtime.ts'

interface PasswordOptions {
  readonly password?: string
  readonly passwordStdin?: boolean
  readonly mustChange?: boolean
}

interface AddOptions extends PasswordOptions {
  readonly realName?: string
  readonly capacity?: Capacity
  readonly role?: Preset
  readonly department?: string
}

const CAPACITY = 'bytes, such as 21474836480 or 20G, or "unlimited"'

const PRESETS = [...ADMIN_ROLES, ...GENERAL_ROLES]
type Preset = (typeof PRESETS)[number]

export function userCommand(): Command {
  const user = new Command('user').description('manage accounts')
  passwordOptions(user.command('add <name>').description('add an account'))
    .option('--real-name <name>', 'full name')
    .option('--capacity <capacity>', `${CAPACITY}; the default quota otherwise`, readCapacity)
    .option(
      '--department <name|path>',
      'its name, or its full path where the name is not unique: Sales/North',
    )
    .addOption(new Option('--role <role>', 'a built-in role').choices(PRESETS))
    .action(add)
  user.command('list').description('list accounts with their storage').action(list)
  user
    .command('freeze <name>')
    .description('freeze an account: sign it out everywhere and block sign-in')
    .action((name: string, _options, command: Command) =>
      change(command, name, { status: 'frozen' }, (ctx) => accounts.freeze(ctx, name)),
    )
  user
    .command('unfreeze <name>')
    .description('let a frozen account sign in again')
    .action((name: string, _options, command: Command) =>
      change(command, name, { status: 'active' }, (ctx) => accounts.unfreeze(ctx, name)),
    )
  passwordOptions(
    user.command('passwd <name>').description('set a new password, and sign the account out everywhere'),
  ).action(passwd)
  user
    .command('reset-factor <name>')
    .description('take away all second factors of an account that has lost them, and sign it out everywhere')
    .action((name: string, _options, command: Command) =>
      change(command, name, {}, (ctx) => resetByName(ctx, name)),
    )
  user
    .command('quota')
    .description('set the quota of an account')
    .argument('<name>')
    .argument('<capacity>', CAPACITY, readCapacity)
    .action((name: string, { bytes: capacity }: Capacity, _options, command: Command) =>
      change(command, name, { capacity }, (ctx) => accounts.setQuota(ctx, name, capacity)),
    )
  return user
}

const passwordOptions = (command: Command): Command =>
  command
    .option('--password <password>', 'the password; otherwise a temporary one is generated and shown')
    .option(
      '--password-stdin',
      'read the password from standard input, so that it is not in the process list',
    )
    .option('--must-change', 'require a new password at the next sign-in, as always with a temporary one')

async function add(name: string, options: AddOptions, command: Command): Promise<void> {
  if (options.role === 'orgAdmin' && options.department === undefined) refuse('department_needed')
  const { password, isGenerated, mustChange } = await passwordFrom(options)
  const userId = await withContext(
    async (ctx) =>
      createInDepartment(ctx, await departmentNamed(ctx, options.department), {
        userName: name,
        password,
        realName: options.realName,
        capacity: options.capacity?.bytes,
        mustChangePassword: mustChange,
        ...(options.role && { roles: [options.role] }),
      }),
    // The first accounts may be created before the server's first start.
    { mayBegin: true },
  )
  const value = { userId, userName: name, ...(isGenerated ? { password } : {}) }
  printResult(command, value, `Added ${name}.${isGenerated ? passwordNote(password) : ''}`)
}

const passwordNote = (password: string): string =>
  ` Temporary password, to be changed at sign-in: ${password}`

/** Null if none is named. */
async function departmentNamed({ db }: Context, path: string | undefined): Promise<string | null> {
  if (path === undefined) return null
  const ids = await departmentsByPath(db.reader)
  const key = departmentKey(path.split('/').map((name) => name.trim()))
  const found = [...ids.keys()].filter((one) => one === key || one.endsWith(`/${key}`))
  const match = found.length === 1 ? found[0] : found.find((one) => one === key && path.includes('/'))
  const id = match === undefined ? undefined : ids.get(match)
  if (id !== undefined) return id
  throw new CommandFailed(
    found.length === 0
      ? `There is no department ${path}. Create it on the administration page first.`
      : `Several departments are called ${path}: ${found.join(', ')}. Give the full path.`,
  )
}

async function passwd(name: string, options: PasswordOptions, command: Command): Promise<void> {
  const { password, isGenerated, mustChange } = await passwordFrom(options)
  const value = { mustChangePassword: mustChange, ...(isGenerated ? { password } : {}) }
  await change(command, name, value, (ctx) => accounts.resetPassword(ctx, name, password, mustChange), {
    note: isGenerated ? passwordNote(password) : '',
    mayBegin: true,
  })
}

async function list(_options: unknown, command: Command): Promise<void> {
  const people = await withContext((ctx) => accounts.people(ctx))
  const rows = people.map((person) => [
    person.accountName,
    person.realName,
    person.status + (person.isAdmin ? ', admin' : ''),
    formatSize(person.used),
    person.total === null ? 'unlimited' : formatSize(person.total),
    person.lastSeenAt?.toISOString() ?? '--',
  ])
  const values = people.map((person) => ({
    userId: person.id,
    userName: person.accountName,
    userRealName: person.realName,
    isAdmin: person.isAdmin,
    status: person.status,
    validUntil: person.validUntil?.toISOString() ?? null,
    mustChangePassword: person.mustChangePassword,
    usedCapacity: person.used,
    totalCapacity: person.total,
    createTime: person.createdAt.toISOString(),
    lastSeenTime: person.lastSeenAt?.toISOString() ?? null,
  }))
  printResult(command, values, table(['account', 'name', 'status', 'used', 'quota', 'last seen'], rows))
}

async function change(
  command: Command,
  name: string,
  value: object,
  work: (ctx: Context) => Promise<void>,
  { note = '', ...options }: RuntimeOptions & { readonly note?: string } = {},
): Promise<void> {
  await withContext(work, options).catch((error) => {
    if (error instanceof Refusal && error.errorName === 'not_found')
      throw new CommandFailed(`There is no account ${name}.`)
    throw error
  })
  printResult(command, { userName: name, ...value }, `Updated ${name}.${note}`)
}

interface NewPassword {
  readonly password: string
  /** It is then printed. */
  readonly isGenerated: boolean
  readonly mustChange: boolean
}

/** A generated password is known to the operator, so it must be changed at the first sign-in (C section 4). */
async function passwordFrom(options: PasswordOptions): Promise<NewPassword> {
  const mustChange = options.mustChange ?? false
  if (options.password !== undefined) return { password: options.password, isGenerated: false, mustChange }
  if (options.passwordStdin)
    return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), isGenerated: false, mustChange }
  return { password: randomPassword(), isGenerated: true, mustChange: true }
}

/** Wrapped, as the option parser takes a bare null for absent. */
interface Capacity {
  readonly bytes: number | null
}

const readCapacity = optionParser(
  (value): Capacity => ({
    bytes: value === 'unlimited' ? null : byteCount(value),
  }),
  `Give ${CAPACITY}.`,
)
