import Type, { type Static } from 'typebox'
import { INSTANCE_TYPES, Instance, type InstanceType } from './files.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import {
  Bytes,
  ConflictPolicy,
  Empty,
  FileSharingId,
  Id,
  Instant,
  LinkPath,
  nullable,
  oneOf,
} from './shapes.ts'

/** The upload sequence (A§4, A§7, C section 3): check, then second transfer or object calls, then save. */

const SpelledName = Type.String({ minLength: 1, maxLength: 4096, description: 'A§3’s base64 spelling' })
const PlainName = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'the plain name, instead of the spelled one' }),
)
const name = {
  fName: Type.Optional(SpelledName),
  instanceName: PlainName,
}
const Md5 = Type.String({ pattern: '^[0-9a-fA-F]{32}$' })
const Sha256 = Type.String({ pattern: '^[0-9a-fA-F]{64}$' })
const place = {
  parentId: Type.Optional(Id),
  fileSharingId: FileSharingId,
  linkPath: LinkPath,
}
const ObjectKey = Type.String({ minLength: 1, maxLength: 256 })
const BucketName = Type.String({ minLength: 1, maxLength: 128 })
/** Bytes of names and hashes in front of many small files. */
const SMALL_FILES_HEAD_MAX = 512 * 1024
/** `NetDisk_<type>` of the kind that a file becomes. The folder decides; these are taken of older clients as they come. */
const CATEGORIES = INSTANCE_TYPES.map((type) => `NetDisk_${type}` as const)
export type UploadCategory = `NetDisk_${InstanceType}`
const Category = Type.Optional(oneOf(CATEGORIES))
const TypeOfInstance = Type.Optional(oneOf(INSTANCE_TYPES))
/** S3 counts no further. */
const PartCount = Type.Integer({ minimum: 0, maximum: 10_000 })
/** A UUID of the caller's. */
const BatchId = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
/** The end of what four digits of a year tell, ms. */
export const LAST_MODIFIED_MAX = Date.UTC(9999, 11, 31)
const LastModified = Type.Optional(
  Type.Integer({ minimum: 0, maximum: LAST_MODIFIED_MAX, description: 'ms since 1970' }),
)
const Text = Type.Optional(Type.String({ maxLength: 255 }))
/** What uploads: LOCAL_SYNC_SOURCE for a local sync; other values are taken and mean nothing. */
const SourceType = Text

/** Three ranges, or one that is the whole content; proof = hex SHA-256 over their bytes, then the nonce (C10). */
export const ProofRequest = Type.Object({
  ranges: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  nonce: Type.String(),
})
export type ProofRequest = Static<typeof ProofRequest>

export const UploadCheck = Type.Object({
  /** '1' already stored, '2' no space, '3' go on, '4' refused for `message`. */
  uploadflag: oneOf(['1', '2', '3', '4']),
  objectKey: Type.String(),
  bucketName: Type.String(),
  /** '1': what secondUpload takes as fileId. */
  fId: Type.String(),
  storeEncryption: Type.Boolean(),
  storeShards: Type.Boolean(),
  syncSpeed: Type.Integer(),
  partSize: Type.Integer(),
  cloudProvider: Type.String(),
  expireTime: Type.String(),
  proof: Type.Optional(ProofRequest),
  /** '2' and '4': the reason, in the caller’s language, and its code. */
  errcode: Type.Optional(Type.Integer()),
  message: Type.Optional(Type.String()),
  /** '2': how many bytes are missing. */
  missing: Type.Optional(Type.Integer()),
})
export type UploadCheck = Static<typeof UploadCheck>

export const checkUploadAble = route({
  name: 'checkUploadAble',
  method: 'POST',
  path: '/instance/checkUploadAble',
  input: Type.Object({
    fSize: Bytes,
    ...name,
    fMd5: Type.Optional(Type.Union([Md5, Type.Literal('')])),
    sha256: Type.Optional(Type.Union([Sha256, Type.Literal('')])),
    category: Category,
    ...place,
    conflict: Type.Optional(ConflictPolicy),
    /** Time of last modification at the source, ms. */
    lastModified: LastModified,
    /** The session of an earlier check without hashes. */
    objectKey: Type.Optional(ObjectKey),
    sourceType: SourceType,
  }),
  reply: UploadCheck,
  errors: ['not_found', 'not_permitted', 'is_a_file', 'upload_gone', 'upload_ended', 'too_many_uploads'],
  summary: 'Asks whether a file may be uploaded; reserves its space and opens a session.',
})

export const SavedInstance = Type.Object({
  ...Instance.properties,
  outcome: oneOf(['created', 'newVersion', 'renamed', 'skipped']),
})
export type SavedInstance = Static<typeof SavedInstance>

const saveErrors = [
  'not_found',
  'not_permitted',
  'is_a_file',
  'name_taken',
  'quota_full',
  'upload_gone',
  'upload_ended',
  'sensitive_content',
  'file_kind_refused',
] as const

export const secondUpload = route({
  name: 'secondUpload',
  method: 'POST',
  path: '/instance/secondUpload',
  input: Type.Object({
    fileId: Type.String({ minLength: 1, maxLength: 256 }),
    /** The session that it was being sent in: whoever saves that again, from another device, is answered this file. */
    objectKey: Type.Optional(ObjectKey),
    ...place,
    instanceType: TypeOfInstance,
    fileName: Type.Optional(SpelledName),
    instanceName: PlainName,
    category: Category,
    sourceType: SourceType,
    fKeywords: Text,
    proof: Type.Optional(Sha256),
    conflict: Type.Optional(ConflictPolicy),
    lastModified: LastModified,
  }),
  reply: SavedInstance,
  errors: [...saveErrors, 'proof_refused'],
  summary: 'Instant upload: content that is already stored, proved by the caller.',
})

export const OBJECT_ACTIONS = [
  'initmultipartUpload',
  'upload',
  'uploadPartObject',
  'getAlreadySucessPartInfo',
  'mergeMultiPartObject',
  'abortMultipartUpload',
] as const

/** The server's own object calls lie at `{origin}{OBJECTS_PATH}/{bucket}/{key}`; a `host` beside it is a store. */
export const OBJECTS_PATH = '/disk/objects'

export const UploadAuth = Type.Object({
  host: Type.String(),
  date: Type.String(),
  authorization: Type.String(),
  bucketName: Type.String(),
  /** All that the request must send. */
  headers: Type.Record(Type.String(), Type.String()),
  /** What the check told, as of now: a limit may have been changed since. */
  syncSpeed: Type.Integer(),
})
export type UploadAuth = Static<typeof UploadAuth>

export const queryUploadAuth = route({
  name: 'queryUploadAuth',
  method: 'POST',
  path: '/instance/queryUploadAuth',
  changes: false,
  input: Type.Object({
    httpVerb: oneOf(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']),
    bucketName: BucketName,
    objectKey: ObjectKey,
    /** Path and query of the call as it will be made: /bucket/key?partNumber=…&uploadId=… */
    resourceUri: Type.String({ minLength: 1, maxLength: 4096 }),
    action: oneOf(OBJECT_ACTIONS),
    amzDate: Type.Optional(Type.String({ maxLength: 64 })),
    contentType: Type.Optional(Type.String({ maxLength: 255 })),
    token: Text,
    partNum: Text,
    linkPath: LinkPath,
  }),
  reply: UploadAuth,
  errors: ['upload_gone', 'upload_ended'],
  summary: 'Authorization for one object call: one verb, one key, one part or action.',
})

export const saveUpload = route({
  name: 'saveUpload',
  method: 'POST',
  path: '/instance/upload',
  input: Type.Object({
    fMd5: Type.Optional(Type.Union([Md5, Type.Literal('')])),
    sha256: Type.Optional(Type.Union([Sha256, Type.Literal('')])),
    bucketName: BucketName,
    objectKey: ObjectKey,
    fType: Text,
    fSize: Bytes,
    ...name,
    category: Category,
    fKeywords: Text,
    /** As the upload was checked: how large its parts are, how many, and the last one. */
    partSize: Type.Optional(Bytes),
    partNum: Type.Optional(PartCount),
    lastPartSize: Type.Optional(Bytes),
    ...place,
    instanceType: TypeOfInstance,
    classifierId: Type.Optional(Type.Literal('File')),
    sourceType: SourceType,
    conflict: Type.Optional(ConflictPolicy),
    lastModified: LastModified,
  }),
  reply: SavedInstance,
  errors: [...saveErrors, 'hash_mismatch', 'parts_missing', 'storage_failed', 'disk_full'],
  summary: 'Makes the uploaded object a file; durable when answered, idempotent by objectKey.',
})

/**
 * One file in one call: the body is its bytes, of any content type. Its SHA-256 may be given as a field, or by the headers
 * SHA256_HEADER (hex) or Content-Digest (RFC 9530); the server compares them with what it received.
 */
export const putFile = route({
  name: 'putFile',
  method: 'PUT',
  path: '/instance/upload',
  input: Type.Object({
    parentId: place.parentId,
    fileSharingId: place.fileSharingId,
    linkPath: place.linkPath,
    instanceName: Type.String({ minLength: 1, maxLength: 1024, description: 'the plain name' }),
    sha256: Type.Optional(Sha256),
    conflict: Type.Optional(ConflictPolicy),
    lastModified: LastModified,
    /** The same file again with the same id, its answer lost on the way, answers the same file. */
    batchId: Type.Optional(BatchId),
  }),
  reply: SavedInstance,
  errors: [
    ...saveErrors,
    'hash_mismatch',
    'length_missing',
    'too_large_at_once',
    'too_many_uploads',
    'empty_file',
    'storage_failed',
    'disk_full',
  ],
  summary: `Uploads one file of up to ${LIMITS.putFileBytes / 1024 ** 2} MiB in one call; durable when answered.`,
})

export const SHA256_HEADER = 'x-content-sha256'

/** What comes in front of the bytes of many small files. */
export const SmallFiles = Type.Object({
  /**
   * Made by the caller: the same batch again, or some of it, its answer lost on the way, answers the same files. What is
   * refused as a whole has saved none of them.
   */
  batchId: BatchId,
  fileSharingId: place.fileSharingId,
  sourceType: SourceType,
  files: Type.Array(
    Type.Object({
      /** Its number in the batch, where others of it are left out this time; else its place in the list. */
      no: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMITS.smallFilesMax - 1 })),
      fSize: Bytes,
      ...name,
      parentId: place.parentId,
      sha256: Sha256,
      conflict: Type.Optional(ConflictPolicy),
      lastModified: LastModified,
    }),
    { minItems: 1, maxItems: LIMITS.smallFilesMax },
  ),
})
export type SmallFiles = Static<typeof SmallFiles>

/** What became of one of them: the file, or why there is none. */
export const SmallFileSaved = Type.Object({
  errcode: Type.Integer(),
  errmsg: Type.String(),
  file: Type.Optional(SavedInstance),
})
export type SmallFileSaved = Static<typeof SmallFileSaved>

/**
 * Check, bytes and save of many small files in one call. The body is of type FILES_TYPE: four bytes with the length of
 * what follows (big-endian), that many bytes of JSON (`SmallFiles`), then the files' bytes one after the other.
 */
export const uploadFiles = route({
  name: 'uploadFiles',
  method: 'POST',
  path: '/instance/uploadFiles',
  bodyMax: LIMITS.smallFilesBytes + SMALL_FILES_HEAD_MAX,
  input: Empty,
  reply: Type.Object({ list: Type.Array(SmallFileSaved) }),
  errors: ['quota_full', 'too_many_uploads', 'disk_full', 'storage_failed'],
  summary:
    'Uploads many small files at once: durable when answered, a result for each, idempotent by batchId.',
})

export const queryUploadedFiles = route({
  name: 'queryUploadedFiles',
  method: 'GET',
  path: '/instance/queryUploadedFiles',
  input: Type.Object({ batchId: BatchId, fileSharingId: place.fileSharingId }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        /** Its number in the batch. */
        no: Type.Integer(),
        file: Type.Optional(SavedInstance),
        /** Its call may still be under way. */
        isOpen: Type.Boolean(),
      }),
    ),
  }),
  summary:
    'What the caller’s batch of uploadFiles has come to, without sending it again; what never arrived is not listed.',
})

export const FILES_TYPE = 'application/vnd.clouddisk.files'

/** All of a body in front of the files' bytes. */
export function smallFilesHead(head: SmallFiles): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(4 + json.length)
  new DataView(bytes.buffer).setUint32(0, json.length)
  bytes.set(json, 4)
  return bytes
}

export const recycleObject = route({
  name: 'recycleObject',
  method: 'POST',
  path: '/instance/recycleObject',
  input: Type.Object({
    objectKey: ObjectKey,
    bucketName: BucketName,
    uploadId: Text,
    partNum: Type.Optional(PartCount),
  }),
  reply: Empty,
  summary: 'Discards the caller’s own unfinished upload; idempotent (G2).',
})

export const OpenUpload = Type.Object({
  objectKey: Id,
  bucketName: Type.String(),
  instanceName: Type.String(),
  parentId: Id,
  /** Folders from the top down, as far as the caller may see; null where it may not upload there any more, or all is gone. */
  folderPath: nullable(Type.String()),
  fileSize: Bytes,
  /** Null if its store cannot be reached. */
  receivedSize: nullable(Bytes),
  /** When the last bytes were received; null if none were, or if its store cannot be reached. */
  receiveTime: nullable(Instant),
  /** Since then, or since it was begun, by the server's clock. */
  quietSeconds: Type.Integer(),
  partSize: Type.Integer(),
  /** As the check tells it. */
  syncSpeed: Type.Integer(),
  conflict: ConflictPolicy,
  /** Of the file at its source, ms; null where that was not told. */
  lastModified: nullable(Type.Integer()),
  createTime: Instant,
  /** Resumable until (G27). */
  expireTime: Instant,
})
export type OpenUpload = Static<typeof OpenUpload>

export const queryOpenUploads = route({
  name: 'queryOpenUploads',
  method: 'GET',
  path: '/instance/queryOpenUploads',
  input: Empty,
  reply: Type.Array(OpenUpload),
  summary: 'The caller’s unfinished uploads, newest first, so that they go on after a crash, on any device.',
})
