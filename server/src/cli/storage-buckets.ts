import { text } from 'node:stream/consumers'
import {
  BUCKET_DOWNLOADS,
  BUCKET_STATES,
  BUCKET_UPLOADS,
  CLOUD_PROVIDERS,
  ENCRYPTION_WISHES,
  type HomeType,
  NO_CLOUD,
} from '@clouddisk/contract/admin-storage'
import { Command, Option } from 'commander'
import { byteCount } from '../config/parse.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors/refusal.ts'
import { personByAccountName } from '../features/accounts/accounts.ts'
import { create, makeDefault, retire, type SavedBucket, update } from '../features/storage/buckets.ts'
import * as homes from '../features/storage/homes.ts'
import { isFine } from '../features/storage/test-bucket.ts'
import { clouds } from '../objects/clouds.ts'
import { CommandFailed, joinLines, optionParser, printResult, requireBucket } from './output.ts'
import { withContext } from './runtime.ts'
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
  readonly cloud?: string
  readonly state?: (typeof BUCKET_STATES)[number]
  readonly origin?: string
}

const readCapacity = optionParser(
  (value) => (value === 'unlimited' ? value : byteCount(value)),
  'expected bytes, such as 2T, or unlimited.',
)

const withSettings = (command: Command): Command =>
  command
    .option('--public-endpoint <url>', 'address for browsers; the endpoint by default')
    .option('--region <region>', 'region of the bucket, if the store has regions')
    .addOption(new Option('--uploads <way>', 'how browsers upload').choices(BUCKET_UPLOADS))
    .addOption(new Option('--downloads <way>', 'how browsers download').choices(BUCKET_DOWNLOADS))
    .addOption(
      new Option('--encryption <by>', 'encryption requested from the store').choices(ENCRYPTION_WISHES),
    )
    .option(
      '--kms-key <id>',
      'with aws:kms: ID of the key in the store’s key service; its default key otherwise',
    )
    .option('--capacity <bytes>', 'capacity, such as 2T, or unlimited', readCapacity)
    .addOption(new Option('--provider <name>', 'cloud provider').choices(CLOUD_PROVIDERS))
    .option('--cloud-name <name>', 'name of the cloud, for display')
    .option('--cloud-user <user>', 'account at the provider, for display')
    .option('--location <place>', 'location, for display')
    .option('--storage-cycle <words>', 'retention period, for display')
    .option('--distribution-domain <domain>', 'CDN domain, for display')
    .option('--key-pair-id <id>', 'key pair ID for signed CDN URLs, for display')
    .option('--acceleration', 'S3 acceleration is enabled, for display')
    .option('--no-acceleration', 'S3 acceleration is disabled')
    .option(
      '--cloud <name>',
      'cloud that the bucket takes these settings from, and keys if it has none; none: no cloud',
    )
    .option('--address <ip...>', 'IP addresses of the endpoint, to use instead of DNS')
    .option('--access-key <key>', 'access key; others on this machine can see it in the process list')
    .option('--secret-key <key>', 'secret key; also visible there')
    .option('--keys-stdin', 'read the access key and the secret key from standard input, one per line')
    .option('--origin <origin>', 'origin of the web page; CLOUDDISK_PUBLIC_URL by default')

export const bucketCommands = (): Command[] => [
  withSettings(
    new Command('add')
      .description('test an S3 bucket, and add it if it passes')
      .argument('<bucket>')
      .requiredOption('--endpoint <url>', 'address of the store'),
  ).action(add),
  withSettings(
    new Command('edit')
      .description('change an added bucket; options left out stay as they are')
      .argument('<bucket>')
      .option('--endpoint <url>', 'address of the store')
      .addOption(
        new Option('--state <state>', 'readonly: content can be read and removed, but not added').choices(
          BUCKET_STATES,
        ),
      ),
  ).action(edit),
  new Command('default')
    .description('store new content in this bucket')
    .argument('<bucket>')
    .action(async (bucket: string, _options: unknown, command: Command) => {
      const result = await withContext((ctx) => {
        requireBucket(ctx.stores, bucket)
        return makeDefault(ctx, bucket)
      })
      printResult(command, result, `New content is stored in ${bucket}.`)
    }),
  new Command('retire')
    .description('stop using a bucket that is no longer needed, and forget its keys')
    .argument('<bucket>')
    .action(async (bucket: string, _options: unknown, command: Command) => {
      await withContext((ctx) => retire(ctx, idOf(ctx, bucket)))
      printResult(command, { retired: bucket }, `${bucket} is no longer used. Nothing in it was deleted.`)
    }),
  new Command('home')
    .description(
      'set the home bucket for new content of users, groups or departments; existing content stays',
    )
    .argument('<bucket>', 'a bucket, or default: that of the department, else the default bucket')
    .option('--person <account...>', 'users, by account')
    .option('--group <id...>', 'groups, by ID')
    .option('--department <id...>', 'departments, by ID: their users and groups, including subdepartments')
    .action(home),
]

async function add(bucketName: string, options: Options, command: Command): Promise<void> {
  const keys = await keysOf(options)
  if (!keys && options.cloud === undefined)
    fail('Give --keys-stdin, or --access-key and --secret-key, or a --cloud that has keys.')
  await saveBucket(command, options, async (ctx, origins) =>
    create(
      ctx,
      {
        bucketName,
        ...settingsOf(options),
        ...(await cloudOf(ctx, options)),
        endpoint: options.endpoint ?? '',
        ...keys,
      },
      origins,
    ),
  )
}

async function edit(bucketName: string, options: Options, command: Command): Promise<void> {
  const keys = await keysOf(options)
  const { endpoint, state } = options
  await saveBucket(command, options, async (ctx, origins) =>
    update(
      ctx,
      {
        bucketId: idOf(ctx, bucketName),
        ...settingsOf(options),
        ...(await cloudOf(ctx, options)),
        ...keys,
        ...(endpoint !== undefined && { endpoint }),
        ...(state && { state }),
      },
      origins,
    ),
  )
}

async function saveBucket(
  command: Command,
  { origin }: Options,
  work: (ctx: Context, origins: readonly string[]) => Promise<SavedBucket>,
): Promise<void> {
  const { bucket, findings } = await withContext((ctx) => work(ctx, originsOf(ctx.config, origin)))
  printResult(
    command,
    { bucket, findings },
    joinLines(...findingLines(findings), bucket ? `Saved ${bucket.bucketName}.` : 'Nothing was saved.'),
  )
  if (!isFine(findings)) process.exitCode = 1
}

const settingsOf = ({ address, ...options }: Options) => {
  const { endpoint: _endpoint, state: _state, accessKey: _key, secretKey: _secret, ...rest } = options
  const { keysStdin: _keys, origin: _origin, cloud: _cloud, ...settings } = rest
  const { encryption, kmsKey } = settings
  if (kmsKey && encryption && encryption !== 'aws:kms') fail('--kms-key needs --encryption aws:kms.')
  return { ...settings, ...(address && { addresses: address }) }
}

async function cloudOf({ db }: Context, { cloud }: Options): Promise<{ cloudId?: string }> {
  if (cloud === undefined) return {}
  if (cloud === NO_CLOUD) return { cloudId: NO_CLOUD }
  const found = (await clouds(db.reader)).find(({ name }) => name.toLowerCase() === cloud.toLowerCase())
  return { cloudId: found?.id ?? fail(`There is no cloud ${cloud}.`) }
}

async function keysOf(options: Options): Promise<{ accessKey: string; secretKey: string } | undefined> {
  const { keysStdin, accessKey, secretKey } = options
  if (keysStdin) {
    const [first = '', second = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (!first || !second) fail('Expected the access key and the secret key on standard input, one per line.')
    return { accessKey: first, secretKey: second }
  }
  if (accessKey === undefined && secretKey === undefined) return undefined
  if (accessKey === undefined || secretKey === undefined) fail('Give both --access-key and --secret-key.')
  return { accessKey, secretKey }
}

function fail(message: string): never {
  throw new CommandFailed(message)
}

function idOf({ stores }: Context, bucket: string): string {
  const row = stores.rowOf(bucket)
  if (row) return row.id
  requireBucket(stores, bucket)
  return fail(`${bucket} is set by environment variables. Change it there, and restart the server.`)
}

interface HomeOptions {
  readonly person?: string[]
  readonly group?: string[]
  readonly department?: string[]
}

async function home(bucket: string, options: HomeOptions, command: Command): Promise<void> {
  const { person = [], group = [], department = [] } = options
  if (person.length + group.length + department.length === 0) fail('Give --person, --group or --department.')
  const changed = await withContext(async (ctx) => {
    if (bucket !== 'default') requireBucket(ctx.stores, bucket)
    const people = await Promise.all(person.map((account) => personId(ctx, account)))
    const principalsOf = (principalType: HomeType, ids: readonly string[]) =>
      ids.map((principalId) => ({ principalType, principalId }))
    const principals = [
      ...principalsOf('user', people),
      ...principalsOf('group', group),
      ...principalsOf('department', department),
    ]
    return homes.set(ctx, principals, bucket === 'default' ? undefined : bucket)
  })
  printResult(command, { bucket, changed }, `Home bucket set for ${changed}.`)
}

async function personId(ctx: Context, account: string): Promise<string> {
  const person = await personByAccountName(ctx, account).catch((error: unknown) => {
    if (error instanceof Refusal && error.errorName === 'not_found')
      return fail(`There is no account ${account}.`)
    throw error
  })
  return person.id
}
