import { text } from 'node:stream/consumers'
import {
  BUCKET_DOWNLOADS,
  BUCKET_STATES,
  BUCKET_UPLOADS,
  CLOUD_PROVIDERS,
  ENCRYPTION_WISHES,
  type HomeType,
} from '@clouddisk/contract/admin-storage'
import { Command, InvalidArgumentError, Option } from 'commander'
import { bytesUpTo } from '../config/parse.ts'
import type { Context } from '../context.ts'
import { personNamed } from '../features/accounts/accounts.ts'
import { create, makeDefault, retire, type Saved, update } from '../features/storage/buckets.ts'
import * as homes from '../features/storage/homes.ts'
import { isFine } from '../features/storage/try.ts'
import { Refusal } from '../http/refusal.ts'
import { withGround } from './ground.ts'
import { answer, CommandFailed, linesOf } from './output.ts'
import { findingLines, originsOf } from './storage-check.ts'

/** `storage add`, `edit`, `default`, `retire` and `home`: buckets beside those that the environment names. */

interface Options {
  readonly endpoint?: string
  readonly publicEndpoint?: string
  readonly region?: string
  readonly uploads?: (typeof BUCKET_UPLOADS)[number]
  readonly downloads?: (typeof BUCKET_DOWNLOADS)[number]
  readonly encryption?: (typeof ENCRYPTION_WISHES)[number]
  readonly kmsKey?: string
  readonly capacity?: number | 'unlimited'
  readonly provider?: (typeof CLOUD_PROVIDERS)[number]
  readonly cloudName?: string
  readonly cloudUser?: string
  readonly location?: string
  readonly storageCycle?: string
  readonly distributionDomain?: string
  readonly keyPairId?: string
  readonly acceleration?: boolean
  readonly address?: string[]
  readonly accessKey?: string
  readonly secretKey?: string
  readonly keysStdin?: true
  readonly state?: (typeof BUCKET_STATES)[number]
  readonly origin?: string
}

const withSettings = (command: Command): Command =>
  command
    .option('--public-endpoint <url>', 'where browsers reach it; the endpoint unless said')
    .option('--region <region>', 'the bucket’s region, where the store has any')
    .addOption(new Option('--uploads <way>', 'how browsers bring bytes').choices(BUCKET_UPLOADS))
    .addOption(new Option('--downloads <way>', 'how browsers fetch bytes').choices(BUCKET_DOWNLOADS))
    .addOption(
      new Option('--encryption <by>', 'what the store is asked to encrypt by').choices(ENCRYPTION_WISHES),
    )
    .option('--kms-key <id>', 'with aws:kms: which key of the store’s key service; its own unless said')
    .option('--capacity <bytes>', 'how much it is to hold, such as 2T, or unlimited', readCapacity)
    .addOption(new Option('--provider <name>', 'whose store it is').choices(CLOUD_PROVIDERS))
    .option('--cloud-name <name>', 'what the cloud is called here')
    .option('--cloud-user <user>', 'who we are there')
    .option('--location <place>', 'where it stands, to be shown')
    .option('--storage-cycle <words>', 'how long its owner keeps what is in it, to be shown')
    .option('--distribution-domain <domain>', 'of the network that gives its content out, to be shown')
    .option('--key-pair-id <id>', 'what that network’s addresses are signed with, to be shown')
    .option('--acceleration', 'it has S3 acceleration, to be shown')
    .option('--no-acceleration', 'it has none')
    .option('--address <ip...>', 'where the endpoint’s host is reached, instead of asking for its name')
    .option('--access-key <key>', 'who we are there; others on this machine see it in a process list')
    .option('--secret-key <key>', 'and how we prove it')
    .option('--keys-stdin', 'read the access key and the secret key from standard input, a line each')
    .option('--origin <origin>', 'where pages come from; CLOUDDISK_PUBLIC_URL unless said')
    .option('--json', 'answer as JSON')

export const bucketCommands = (): Command[] => [
  withSettings(
    new Command('add')
      .description('try an S3 bucket, and add it where all that is needed is there')
      .argument('<bucket>')
      .requiredOption('--endpoint <url>', 'where we reach the store'),
  ).action(add),
  withSettings(
    new Command('edit')
      .description('change a bucket that was added; what is not said stays')
      .argument('<bucket>')
      .option('--endpoint <url>', 'where we reach the store')
      .addOption(
        new Option('--state <state>', 'readonly: it is read and emptied, nothing new goes there').choices(
          BUCKET_STATES,
        ),
      ),
  ).action(edit),
  new Command('default')
    .description('have what comes go to this bucket')
    .argument('<bucket>')
    .option('--json', 'answer as JSON')
    .action(async (bucket: string, _options: unknown, command: Command) => {
      const made = await withGround((ctx) => {
        mustBeHere(ctx, bucket)
        return makeDefault(ctx, bucket)
      })
      answer(command, made, `What comes goes to ${bucket}.`)
    }),
  new Command('retire')
    .description('take a bucket out of use that nothing names any more, and forget its keys')
    .argument('<bucket>')
    .option('--json', 'answer as JSON')
    .action(async (bucket: string, _options: unknown, command: Command) => {
      await withGround((ctx) => retire(ctx, idOf(ctx, bucket)))
      answer(command, { retired: bucket }, `${bucket} is used no more; what lies in it stays there.`)
    }),
  new Command('home')
    .description('say where what comes into somebody’s spaces goes; what is there stays where it is')
    .argument('<bucket>', 'or default: the department’s, or the default bucket')
    .option('--person <account...>', 'people, by their accounts')
    .option('--group <id...>', 'groups')
    .option('--department <id...>', 'departments: their people and groups, and those below')
    .option('--json', 'answer as JSON')
    .action(home),
]

async function add(bucketName: string, options: Options, command: Command): Promise<void> {
  const keys = (await keysOf(options)) ?? fail('Give --keys-stdin, or --access-key and --secret-key.')
  await saving(command, options, (ctx, origins) =>
    create(ctx, { bucketName, ...settingsOf(options), endpoint: options.endpoint ?? '', ...keys }, origins),
  )
}

async function edit(bucketName: string, options: Options, command: Command): Promise<void> {
  const keys = await keysOf(options)
  const { endpoint, state } = options
  await saving(command, options, (ctx, origins) =>
    update(
      ctx,
      {
        bucketId: idOf(ctx, bucketName),
        ...settingsOf(options),
        ...keys,
        ...(endpoint !== undefined && { endpoint }),
        ...(state && { state }),
      },
      origins,
    ),
  )
}

async function saving(
  command: Command,
  { origin }: Options,
  work: (ctx: Context, origins: readonly string[]) => Promise<Saved>,
): Promise<void> {
  const { bucket, findings } = await withGround((ctx) => work(ctx, originsOf(ctx.config, origin)))
  answer(
    command,
    { bucket, findings },
    linesOf(...findingLines(findings), bucket ? `${bucket.bucketName} is saved.` : 'Nothing was saved.'),
  )
  if (!isFine(findings)) process.exitCode = 1
}

const settingsOf = ({ address, ...given }: Options) => {
  const { endpoint: _where, state: _state, accessKey: _key, secretKey: _secret, ...rest } = given
  const { keysStdin: _keys, origin: _origin, ...settings } = rest
  const { encryption, kmsKey } = settings
  if (kmsKey && encryption && encryption !== 'aws:kms') fail('--kms-key goes with --encryption aws:kms.')
  return { ...settings, ...(address && { addresses: address }) }
}

async function keysOf(options: Options): Promise<{ accessKey: string; secretKey: string } | undefined> {
  const { keysStdin, accessKey, secretKey } = options
  if (keysStdin) {
    const [first = '', second = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (!first || !second) fail('Expected the access key and the secret key, a line each.')
    return { accessKey: first, secretKey: second }
  }
  if (accessKey === undefined && secretKey === undefined) return undefined
  if (accessKey === undefined || secretKey === undefined) fail('Give both keys together.')
  return { accessKey, secretKey }
}

function fail(words: string): never {
  throw new CommandFailed(words)
}

function idOf({ stores }: Context, bucket: string): string {
  const row = stores.rowOf(bucket)
  if (row) return row.id
  mustBeHere({ stores }, bucket)
  return fail(`${bucket} is the environment’s: it is changed there.`)
}

function mustBeHere({ stores }: Pick<Context, 'stores'>, bucket: string): void {
  if (!stores.buckets.includes(bucket))
    fail(`There is no bucket ${bucket} here; there is ${stores.buckets.join(', ')}.`)
}

interface HomeOptions {
  readonly person?: string[]
  readonly group?: string[]
  readonly department?: string[]
}

async function home(bucket: string, options: HomeOptions, command: Command): Promise<void> {
  const { person = [], group = [], department = [] } = options
  if (person.length + group.length + department.length === 0)
    fail('Say whose: --person, --group or --department.')
  const changed = await withGround(async (ctx) => {
    if (bucket !== 'default') mustBeHere(ctx, bucket)
    const people = await Promise.all(person.map((account) => personId(ctx, account)))
    const all = (principalType: HomeType, ids: readonly string[]) =>
      ids.map((principalId) => ({ principalType, principalId }))
    const principals = [...all('user', people), ...all('group', group), ...all('department', department)]
    return homes.set(ctx, principals, bucket === 'default' ? undefined : bucket)
  })
  answer(command, { bucket, changed }, `Set for ${changed}.`)
}

async function personId(ctx: Context, account: string): Promise<string> {
  const person = await personNamed(ctx, account).catch((error: unknown) => {
    if (error instanceof Refusal && error.refused === 'not_found')
      return fail(`There is no account ${account}.`)
    throw error
  })
  return person.id
}

/** Bytes of `--capacity`. */
function readCapacity(given: string): number | 'unlimited' {
  if (given === 'unlimited') return given
  try {
    return bytesUpTo(Number.MAX_SAFE_INTEGER)(given)
  } catch {
    throw new InvalidArgumentError('expected bytes, such as 2T, or unlimited.')
  }
}
