import Type, { type Static } from 'typebox'
import { Unlimited } from './admin-people.ts'
import { BUCKET_REASONS, BUCKET_STEPS } from './bucket-words.ts'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf, pageOf, paging } from './shapes.ts'

/** Where content lies (B§3 "Cluster: buckets", "Cloud", R92, R93): buckets, whose home they are, and moves between them. */

export const BUCKET_UPLOADS = ['direct', 'proxied'] as const
export const BUCKET_DOWNLOADS = ['proxied', 'presigned'] as const
/** What a store may be asked to encrypt by. */
export const STORE_CIPHERS = ['AES256', 'aws:kms'] as const
export type StoreCipher = (typeof STORE_CIPHERS)[number]
export const ENCRYPTION_WISHES = ['none', ...STORE_CIPHERS] as const
/** What an administrator may say of a bucket that is in use. `readonly`: it is read and emptied, nothing new goes there. */
export const BUCKET_STATES = ['active', 'readonly'] as const
export type BucketState = (typeof BUCKET_STATES)[number]
export const BUCKET_WHY_NOT = ['away', 'foreign'] as const
/** Whose store it is; it changes nothing but what is shown. */
export const CLOUD_PROVIDERS = ['ceph', 'minio', 'swift', 'aws', 'aliyun', 'other'] as const
export type CloudProvider = (typeof CLOUD_PROVIDERS)[number]
/** Addresses of one endpoint. */
export const CLOUD_ADDRESSES_MAX = 16

const BucketName = Type.String({ minLength: 1, maxLength: 63 })

export const AdminBucket = Type.Object({
  /** Null where no row says how it is reached: the environment does, or nobody any more. */
  bucketId: nullable(Id),
  bucketName: Type.String(),
  driver: oneOf(['disk', 's3', 'unknown']),
  /** `unknown`: content names it, and nobody says where it is. */
  source: oneOf(['environment', 'added', 'unknown']),
  state: oneOf(BUCKET_STATES),
  isDefault: Type.Boolean({ description: 'what comes goes here, unless its space has another home' }),
  /** Whether it could be worked with just now; null where there is nothing to ask. */
  answers: nullable(Type.Boolean()),
  /** Why it could not. `foreign`: it answered, and is another installation's. */
  whyNot: nullable(oneOf(BUCKET_WHY_NOT)),
  /** What the store is asked to encrypt by. */
  encryption: nullable(oneOf(STORE_CIPHERS)),
  /** Of its key service; empty: its own. */
  kmsKey: Type.String(),
  /** Who was seen to encrypt what comes: we, or the store; null: nobody, as far as is known. */
  encryptedBy: nullable(oneOf(['clouddisk', 'store'])),
  endpoint: nullable(Type.String()),
  publicEndpoint: nullable(Type.String()),
  region: nullable(Type.String()),
  uploads: nullable(oneOf(BUCKET_UPLOADS)),
  downloads: nullable(oneOf(BUCKET_DOWNLOADS)),
  provider: nullable(oneOf(CLOUD_PROVIDERS)),
  cloudName: Type.String(),
  cloudUser: Type.String(),
  /** Where it stands and how long its owner keeps what is in it, in their words: shown, and nothing else. */
  location: Type.String(),
  storageCycle: Type.String(),
  /** Of a cloud with a protocol key: `presigned` downloads are handed out there. Otherwise kept and shown. */
  distributionDomain: Type.String(),
  keyPairId: Type.String(),
  acceleration: Type.Boolean(),
  addresses: Type.Array(Type.String()),
  /** Whose settings provider, user, addresses, distribution and acceleration are; null: the bucket’s own. */
  cloudId: nullable(Id),
  /** False: its keys are the cloud’s. */
  ownKeys: Type.Boolean(),
  /** Null: as much as the store takes. */
  capacity: nullable(Bytes),
  used: Bytes,
  objects: Type.Integer({ minimum: 0 }),
  /** Of a disk: what it has left. */
  free: nullable(Bytes),
  /** People, groups and departments whose home it is. */
  homes: Type.Integer({ minimum: 0 }),
  updateTime: nullable(Instant),
})
export type AdminBucket = Static<typeof AdminBucket>

export const BucketFinding = Type.Object({
  step: oneOf(BUCKET_STEPS),
  /** In the caller's language. */
  stepText: Type.String(),
  /** `repaired`: it was set up just now, or there is a way round. */
  outcome: oneOf(['fine', 'repaired', 'wrong']),
  reason: nullable(oneOf(BUCKET_REASONS)),
  says: nullable(Type.String({ description: 'what is wrong and what to do about it' })),
})
export type BucketFinding = Static<typeof BucketFinding>

export const ContentMove = Type.Object({
  moveId: Id,
  from: Type.String(),
  to: Type.String(),
  bytesPerSecond: nullable(Bytes),
  state: oneOf(['running', 'done', 'stopped']),
  objects: Type.Integer(),
  bytes: Bytes,
  /** Damaged, gone or not given out: it stayed where it was. */
  failed: Type.Integer(),
  /** What is left to be moved. */
  leftObjects: Type.Integer(),
  leftBytes: Bytes,
  beginTime: Instant,
  endTime: nullable(Instant),
})
export type ContentMove = Static<typeof ContentMove>

export const queryBuckets = route({
  name: 'queryBuckets',
  method: 'GET',
  path: '/admin/storage/buckets',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({
    list: Type.Array(AdminBucket),
    /** The environment says where what comes goes: nobody chooses another bucket here. */
    defaultFixed: Type.Boolean(),
  }),
  errors: ['area_refused'],
  summary: 'All buckets: what they hold, whose home they are, and whether they answer. Never their keys.',
})

/** Instead of a cloud’s id. */
export const NO_CLOUD = 'none'

const Address = Type.String({ minLength: 1, maxLength: 255 })
const settings = {
  endpoint: Address,
  publicEndpoint: Type.Optional(Type.String({ maxLength: 255, description: 'empty: the endpoint' })),
  region: Type.Optional(Type.String({ maxLength: 64 })),
  uploads: Type.Optional(oneOf(BUCKET_UPLOADS)),
  downloads: Type.Optional(oneOf(BUCKET_DOWNLOADS)),
  encryption: Type.Optional(oneOf(ENCRYPTION_WISHES)),
  kmsKey: Type.Optional(
    Type.String({ maxLength: 2048, description: 'with aws:kms; empty: the store’s own' }),
  ),
  capacity: Type.Optional(Unlimited),
  provider: Type.Optional(oneOf(CLOUD_PROVIDERS)),
  cloudName: Type.Optional(Type.String({ maxLength: 64 })),
  cloudUser: Type.Optional(Type.String({ maxLength: 64 })),
  location: Type.Optional(Type.String({ maxLength: 64 })),
  storageCycle: Type.Optional(Type.String({ maxLength: 64 })),
  distributionDomain: Type.Optional(Type.String({ maxLength: 255 })),
  keyPairId: Type.Optional(Type.String({ maxLength: 128 })),
  acceleration: Type.Optional(Type.Boolean()),
  addresses: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 45 }), { maxItems: CLOUD_ADDRESSES_MAX }),
  ),
  /** Its settings then take the place of those given here. */
  cloudId: Type.Optional(
    Type.Union([Id, Type.Literal(NO_CLOUD)], { description: `${NO_CLOUD}: of no cloud` }),
  ),
}
const Key = Type.String({ minLength: 1, maxLength: 256 })

/** What was tried; `bucket` is null where something was wrong and nothing was saved. */
const Saved = Type.Object({ bucket: nullable(AdminBucket), findings: Type.Array(BucketFinding) })

export const createBucket = route({
  name: 'createBucket',
  method: 'POST',
  path: '/admin/storage/bucket/create',
  admin: 'storage',
  confirm: true,
  input: Type.Object({
    bucketName: BucketName,
    ...settings,
    /** Both or none: those of the cloud. */
    accessKey: Type.Optional(Key),
    secretKey: Type.Optional(Key),
  }),
  reply: Saved,
  errors: ['area_refused', 'not_found', 'name_taken', 'changed_meanwhile'],
  summary: 'Tries a bucket, and adds it where all that is needed of it is there.',
})

export const updateBucket = route({
  name: 'updateBucket',
  method: 'POST',
  path: '/admin/storage/bucket/update',
  admin: 'storage',
  confirm: true,
  input: Type.Object({
    bucketId: Id,
    ...settings,
    endpoint: Type.Optional(Address),
    state: Type.Optional(oneOf(BUCKET_STATES)),
    /** Both or none: those that it has stay. */
    accessKey: Type.Optional(Key),
    secretKey: Type.Optional(Key),
    /** Those of its cloud from now on. */
    cloudKeys: Type.Optional(Type.Boolean()),
  }),
  reply: Saved,
  errors: ['area_refused', 'not_found', 'no_such_bucket', 'bucket_is_default', 'changed_meanwhile'],
  summary: 'Changes a bucket; where it is reached otherwise from now on, it is tried first.',
})

export const checkBucket = route({
  name: 'checkBucket',
  method: 'POST',
  path: '/admin/storage/bucket/check',
  admin: 'storage',
  input: Type.Object({ bucketName: BucketName }),
  reply: Type.Object({ findings: Type.Array(BucketFinding) }),
  errors: ['area_refused', 'no_such_bucket'],
  summary: 'Tries all that is needed of a bucket, and repairs what can be repaired.',
})

export const makeDefaultBucket = route({
  name: 'makeDefaultBucket',
  method: 'POST',
  path: '/admin/storage/bucket/default',
  admin: 'storage',
  input: Type.Object({ bucketName: BucketName }),
  reply: AdminBucket,
  errors: ['area_refused', 'no_such_bucket', 'default_fixed', 'bucket_closed'],
  summary: 'What comes goes there from now on, unless its space has another home.',
})

export const retireBucket = route({
  name: 'retireBucket',
  method: 'POST',
  path: '/admin/storage/bucket/retire',
  admin: 'storage',
  input: Type.Object({ bucketId: Id }),
  reply: Empty,
  errors: ['area_refused', 'no_such_bucket', 'bucket_in_use', 'bucket_is_default'],
  summary: 'Takes a bucket out of use that nothing names any more, and forgets its keys.',
})

export const HOME_TYPES = ['user', 'group', 'department'] as const
export type HomeType = (typeof HOME_TYPES)[number]

export const BucketHome = Type.Object({
  principalType: oneOf(HOME_TYPES),
  principalId: Id,
  name: Type.String(),
  /** A person's account, or whose group it is. */
  account: nullable(Type.String()),
  departmentPath: Type.Array(Type.String()),
  /** Null: none of its own. */
  bucketName: nullable(Type.String()),
})
export type BucketHome = Static<typeof BucketHome>

export const pageBucketHomes = route({
  name: 'pageBucketHomes',
  method: 'POST',
  path: '/admin/storage/home/page',
  admin: 'storage',
  changes: false,
  input: Type.Object({
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    bucketName: Type.Optional(BucketName),
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    /** Those too that have none of their own. */
    all: Type.Optional(Type.Boolean()),
  }),
  reply: pageOf(BucketHome),
  errors: ['area_refused'],
  summary: 'People, groups and departments and the home buckets that they have of their own, by name.',
})

/** People, groups and departments whose home is set by one call. */
export const HOMES_AT_ONCE = 500

export const setBucketHome = route({
  name: 'setBucketHome',
  method: 'POST',
  path: '/admin/storage/home/set',
  admin: 'storage',
  input: Type.Object({
    principals: Type.Array(Type.Object({ principalType: oneOf(HOME_TYPES), principalId: Id }), {
      minItems: 1,
      maxItems: HOMES_AT_ONCE,
    }),
    /** None: the department's, or the default bucket. */
    bucketName: Type.Optional(BucketName),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['area_refused', 'no_such_bucket', 'no_such_home', 'bucket_closed'],
  summary: 'Where what comes into these spaces goes from now on; what is there stays where it is.',
})

export const queryContentMove = route({
  name: 'queryContentMove',
  method: 'GET',
  path: '/admin/storage/move',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ move: nullable(ContentMove) }),
  errors: ['area_refused'],
  summary: 'The move that is under way, or the last one.',
})

export const beginContentMove = route({
  name: 'beginContentMove',
  method: 'POST',
  path: '/admin/storage/move/begin',
  admin: 'storage',
  input: Type.Object({
    from: BucketName,
    to: BucketName,
    bytesPerSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  reply: ContentMove,
  errors: [
    'area_refused',
    'no_such_bucket',
    'bucket_closed',
    'bucket_is_default',
    'move_running',
    'bucket_small',
  ],
  summary: 'Moves all content of a bucket to another while people work; one move at a time.',
})

export const stopContentMove = route({
  name: 'stopContentMove',
  method: 'POST',
  path: '/admin/storage/move/stop',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ stopped: Type.Boolean() }),
  errors: ['area_refused'],
  summary: 'Stops moving; what has been moved stays moved.',
})

/** What was found wrong with an object. `missing`: gone, or another is in its place. */
export const DAMAGES = ['missing', 'size', 'hash', 'unreadable'] as const

/** How far reading again all that a bucket holds has come. */
export const BucketReading = Type.Object({
  bucketName: Type.String(),
  /** When all of it had been read last; null: not yet. */
  wholeTime: nullable(Instant),
  /** Of the round that is under way or over; null: none has begun. */
  beginTime: nullable(Instant),
  endTime: nullable(Instant),
  objects: Type.Integer(),
  bytes: Bytes,
  allObjects: Type.Integer(),
  allBytes: Bytes,
})
export type BucketReading = Static<typeof BucketReading>

/** A file, in one of its versions, whose content is damaged. */
export const DamagedFile = Type.Object({
  /** Of the object. */
  contentId: Id,
  bucketName: Type.String(),
  /** Under which it lies there, and is put back. */
  objectKey: Type.String(),
  wrong: oneOf(DAMAGES),
  size: Bytes,
  /** When that was first seen. */
  time: Instant,
  /** Null while it may be there again in a moment: it is looked at again. */
  damageTime: nullable(Instant),
  instanceId: nullable(Id),
  instanceName: Type.String(),
  /** Whose it is: a person's name and account, or a group's. */
  spaceName: Type.String(),
  account: nullable(Type.String()),
  /** Folders from the top, without the space's own. */
  path: Type.Array(Type.String()),
  /** Whether it is the version that people get. */
  isCurrent: Type.Boolean(),
})
export type DamagedFile = Static<typeof DamagedFile>

/** A person's name and account, or a group's name. */
export const ownerName = ({ spaceName, account }: Pick<DamagedFile, 'spaceName' | 'account'>): string =>
  account === null || account === spaceName ? spaceName : `${spaceName} (${account})`

export const DAMAGED_FILES_SHOWN = 200

const Share = Type.Object({ objects: Type.Integer(), bytes: Bytes })

/** What nobody needs any more, and goes by itself. */
export const LeftOver = Type.Object({
  /** Expired uploads; bytes: the space reserved for them, an upper bound of what is stored. */
  uploads: Share,
  /** Content that no version of a file names any more; it goes a day later. */
  content: Share,
  /** What moves and repairs left behind; it goes a day later. */
  moved: Share,
  /** Objects that no row named when the last sweep listed them: set aside, and gone for good 30 days later. */
  aside: Share,
  /** When a sweep last went round; null: not yet. */
  sweepTime: nullable(Instant),
  /** By the last sweep that found anything to be removed. */
  removed: nullable(Type.Object({ time: Instant, objects: Type.Integer(), bytes: Bytes })),
})
export type LeftOver = Static<typeof LeftOver>

export const queryContentReading = route({
  name: 'queryContentReading',
  method: 'GET',
  path: '/admin/storage/reading',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({
    /** Within so many days all is read again; 0: never by itself. */
    days: Type.Integer(),
    buckets: Type.Array(BucketReading),
    /** Objects that are given to nobody. */
    damaged: Type.Integer(),
    /** Objects that seem lost for the moment. */
    suspected: Type.Integer(),
    /** Of both: objects that rows name and that are not there. */
    missing: Type.Integer(),
    /** Objects that were damaged within 90 days and are whole again. */
    repaired: Type.Integer(),
    /** Objects stored more than six hours ago that have not been verified, also in unreachable buckets. */
    unverified: Type.Integer(),
    files: Type.Array(DamagedFile, { description: `the first ${DAMAGED_FILES_SHOWN}` }),
    leftovers: LeftOver,
  }),
  errors: ['area_refused'],
  summary:
    'When all that is stored was last read again and compared, what is damaged, and what is left over.',
})
export type ContentReading = Static<typeof queryContentReading.reply>
