import type { SignInMethod } from '@clouddisk/contract/accounts'
import type { AdminRole } from '@clouddisk/contract/admin-areas'
import type { CloudProvider } from '@clouddisk/contract/admin-storage'
import type { VirusState } from '@clouddisk/contract/antivirus'
import type { ConfigValue } from '@clouddisk/contract/business-config'
import type { DirectoryProblem, DirectoryRunState, RecordedRunKind } from '@clouddisk/contract/directory-runs'
import type { DirectoryProtocol, DirectorySettings } from '@clouddisk/contract/directory-settings'
import type { DlpAction, DlpKind, DlpLevel, DlpMatch, DlpPlace } from '@clouddisk/contract/dlp'
import type { FeedbackFact, FeedbackKind, FeedbackState } from '@clouddisk/contract/feedback'
import type { ImportOutcome, ImportSourceKind } from '@clouddisk/contract/imports'
import type { IpRuleMode, IpRuleObject } from '@clouddisk/contract/ip-rules'
import type { LabelColor } from '@clouddisk/contract/label-names'
import type { LinkPermission, LinkValidity, LinkVisitor } from '@clouddisk/contract/links'
import type { PolicyKind } from '@clouddisk/contract/policies'
import type { ClaimMapping, ProviderRules } from '@clouddisk/contract/provider-settings'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import type { TokenScope } from '@clouddisk/contract/token-scopes'
import type { ColumnType, Generated } from 'kysely'
import type { BlobState } from './blob-state.ts'

/** Tables as migrations/ makes them. Ids are UUIDv7 strings made in Node; bigints arrive as numbers (see pool.ts). */

type Time = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>

export interface PersonTable {
  id: string
  account_name: string
  account_key: string
  real_name: string
  password_hash: string
  must_change_password: Generated<boolean>
  status: Generated<'active' | 'frozen' | 'removed'>
  valid_until: MaybeTime
  settings: DefaultJson<Record<string, unknown>>
  user_name: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  department_id: string | null
  /** Bytes a second; null is unlimited. */
  speed_limit: number | null
  /** Bytes of groups; null is unlimited. */
  group_total: ColumnType<number | null, number | null | undefined, number | null>
  group_allotted: Generated<number>
  created_at: Time
  /** By an administrator. */
  changed_at: MaybeTime
  changed_by: string | null
  /** What it is found by: account and names, case folded. */
  find_key: ColumnType<string, never, never>
  /** Of both names, see tree/pinyin.ts; null until the server has computed it. */
  pinyin: Generated<string | null>
  /** `service`: an account of a program, which has tokens and cannot sign in. */
  account_kind: Generated<'person' | 'service'>
}

export interface FeedbackTable {
  id: string
  person_id: string
  kind: FeedbackKind
  text: string
  facts: Json<Partial<Record<FeedbackFact, string>>>
  state: Generated<FeedbackState>
  created_at: Time
  /** When it came into its state. */
  state_at: Time
  answer: Generated<string>
  answered_by: string | null
}

export interface DepartmentTable {
  id: string
  parent_id: string | null
  name: string
  name_key: string
  description: Generated<string>
  /** Bytes of groups; null is unlimited. */
  total: number | null
  allotted: Generated<number>
  /** Of its people and groups, unless they have one. */
  home_bucket: Generated<string | null>
  created_at: Time
  pinyin: Generated<string | null>
}

export interface RoleTable {
  id: string
  name: string
  name_key: string
  description: Generated<string>
  type: 'ordinary' | 'advanced'
  permissions: string[]
  admin: AdminRole | null
  scope: 'current' | 'subtree' | null
  department_ids: Generated<string[]>
  outbound: Generated<boolean>
  created_at: Time
}

export interface PersonRoleTable {
  person_id: string
  preset: string | null
  role_id: string | null
  created_at: Time
}

export interface SessionTable {
  id: string
  token_hash: Buffer
  person_id: string
  device: string
  ip: string
  region: ColumnType<string | null, string | null | undefined, string | null>
  method: Generated<SignInMethod>
  /** When the person last proved who they are. */
  confirmed_at: Time
  /** What the sign-in still needs. */
  pending: ColumnType<SignInStep | null, SignInStep | null | undefined, SignInStep | null>
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  /** With the desktop client; null: a browser or another program. */
  device_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface DeviceTable {
  person_id: string
  id: string
  name: string
  system: string
  version: string
  last_seen_at: Time
  sync_started_at: MaybeTime
  sync_at: MaybeTime
  sync_uploaded: Generated<number>
  sync_failed: Generated<number>
}

export interface IpRegionTable {
  id: string
  name: string
  name_key: string
  /** In CIDR form. */
  ranges: string[]
  remark: Generated<string>
  updated_at: Time
}

export interface IpRuleTable {
  id: string
  object_type: IpRuleObject
  department_id: string | null
  ranges: string[]
  remark: Generated<string>
  mode: IpRuleMode
  refused_count: Generated<number>
  refused_at: MaybeTime
  refused_ip: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Time
  updated_at: Time
  updated_by: string | null
}

export interface ApiTokenTable {
  id: string
  token_hash: Buffer
  person_id: string
  name: string
  scope: TokenScope
  created_at: Time
  expires_at: Time
  last_used_at: MaybeTime
  last_ip: ColumnType<string | null, string | null | undefined, string | null>
  device_id: ColumnType<string | null, string | null | undefined, string | null>
}

export interface TotpTable {
  person_id: string
  /** Sealed for the person. */
  secret: Buffer
  /** Of the last accepted code. */
  last_step: number
  created_at: Time
  used_at: MaybeTime
}

export interface PasskeyTable {
  id: string
  person_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  synced: boolean
  created_at: Time
  used_at: MaybeTime
}

export interface PasskeyChallengeTable {
  challenge: string
  purpose: 'add' | 'prove' | 'signIn'
  browser_hash: Buffer
  network: string
  created_at: Time
}

export interface QrSignInTable {
  id_hash: Buffer
  secret_hash: Buffer
  state: 'waiting' | 'scanned' | 'confirmed' | 'refused' | 'used'
  device: string
  ip: string
  region: string | null
  person_id: ColumnType<string | null, string | null | undefined, string | null>
  session_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Time
  expires_at: Time
}

export interface HelperTokenTable {
  token_hash: Buffer
  person_id: string
  session_id: string
  purpose: 'upload' | 'download'
  expires_at: Time
}

export interface SignInThrottleTable {
  key: string
  failures: number
  last_failure_at: Time
  blocked_until: Time
}

export interface SpaceTable {
  id: string
  kind: 'person' | 'group' | 'library'
  person_id: string | null
  root_id: string
  /** Bytes; null is unlimited. */
  total: number | null
  used: Generated<number>
  reserved: Generated<number>
  trash_entries: Generated<number>
  trash_size: Generated<number>
  department_id: string | null
  read_only: Generated<boolean>
  /** Where what comes goes; null: where its department says, or to the default bucket. */
  home_bucket: Generated<string | null>
  /** Null: as the installation has it. */
  versions_kept: Generated<number | null>
  version_days: Generated<number | null>
  created_at: Time
}

export interface GroupTable {
  /** Its space's own id. */
  id: string
  name: string
  name_key: string
  description: Generated<string>
  owner_id: string
  synced: Generated<boolean>
  dissolve_at: MaybeTime
  pinyin: Generated<string | null>
  is_library: Generated<boolean>
  created_by: string
  created_at: Time
}

export interface GroupHandoverTable {
  id: string
  group_id: string
  from_id: string
  to_id: string
  state: Generated<'waiting' | 'moving' | 'agreed' | 'rejected' | 'cancelled' | 'expired' | 'failed'>
  failure: string | null
  created_at: Time
  expires_at: Time
  ended_at: MaybeTime
}

export interface DirectoryTable {
  id: string
  code: string
  code_key: string
  name: string
  protocol: DirectoryProtocol
  settings: Json<DirectorySettings>
  password: Buffer | null
  enabled: Generated<boolean>
  cursor: ColumnType<DirectoryCursor | null, string | null | undefined, string | null>
  created_at: Time
  synced_at: MaybeTime
}

/** How far a run has read: the highest `modifyTimestamp`, or `uSNChanged` of one domain controller. */
export interface DirectoryCursor {
  readonly attribute: string
  readonly value: string
  /** The server that counted; '' where the value holds on any. */
  readonly server: string
}

export interface DirectoryPersonTable {
  directory_id: string
  external_id: string
  person_id: string
  dn: string
  applied: Buffer | null
  roles: Generated<string[]>
  frozen: Generated<boolean>
  left_at: MaybeTime
}

export interface DirectoryDepartmentTable {
  directory_id: string
  external_id: string
  department_id: string
  dn: string
  gone: Generated<boolean>
}

export interface DirectoryRunTable {
  id: string
  directory_id: string
  kind: RecordedRunKind
  state: DirectoryRunState
  started_by: string | null
  request_context: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  confirms: string | null
  runner: string | null
  alive_at: MaybeTime
  counts: DefaultJson<Record<string, number>>
  problems: DefaultJson<DirectoryProblem[]>
  error: ColumnType<
    { name: string; details: Record<string, unknown> } | null,
    string | null | undefined,
    string | null
  >
  created_at: Time
  started_at: MaybeTime
  ended_at: MaybeTime
}

export interface DirectoryChangeTable {
  run_id: string
  position: number
  subject: 'person' | 'department'
  kind: string
  external_id: string
  name: string
  detail: DefaultJson<Record<string, unknown>>
}

export interface ScimTokenTable {
  directory_id: string
  token_hash: Buffer
  created_at: Time
  expires_at: Time
  last_used_at: MaybeTime
  last_ip: string | null
}

export interface ScimUserTable {
  directory_id: string
  id: string
  external_id: string | null
  user_name: string
  user_key: string
  active: boolean
  resource: Json<Record<string, unknown>>
  version: Generated<number>
  created_at: Time
  changed_at: Time
  deleted_at: MaybeTime
  departed_at: MaybeTime
  pending: Generated<boolean>
}

export interface ScimGroupTable {
  directory_id: string
  id: string
  external_id: string | null
  name: string
  name_key: string
  version: Generated<number>
  created_at: Time
  changed_at: Time
}

export interface ScimProblemTable {
  id: string
  directory_id: string
  at: Time
  request: string
  status: number
  fault: string
  value: string
}

export interface OffboardingTable {
  person_id: string
  recipient_id: string | null
  /** Null: a directory. */
  started_by: string | null
  raise_quota: Generated<boolean>
  folder_name: string
  state: 'handing' | 'kept' | 'failed' | 'ended'
  failure: string | null
  failure_details: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  created_at: Time
  purge_at: Time
  ended_at: MaybeTime
}

export interface ShareTable {
  id: string
  file_id: string
  /** Its file's. */
  space_id: string
  created_by: string
  message: Generated<string>
  created_at: Time
}

export interface LinkTable {
  id: string
  path: string
  created_by: string
  visitor: LinkVisitor
  permissions: LinkPermission[]
  /** Sealed for the link; null: none. */
  code: Buffer | null
  validity: LinkValidity
  expires_at: Date | null
  max_visits: number | null
  visits: Generated<number>
  watermark: boolean
  remark: string
  download_count: Generated<number>
  save_count: Generated<number>
  created_at: Time
  ended_at: MaybeTime
  /** The administrator who stopped it, with what the owner reads as the reason; null where the owner did. */
  ended_by: string | null
  end_reason: string | null
  opened_at: MaybeTime
  reminded_at: MaybeTime
  end_notified_at: MaybeTime
  locked_at: MaybeTime
  review: Generated<LinkReview>
  review_at: MaybeTime
  reviewed_by: string | null
  review_note: string | null
  is_checked: Generated<boolean>
  has_changed: Generated<boolean>
}

export type LinkReview = 'scanning' | 'waiting' | 'passed' | 'blocked' | 'refused' | 'timeout'
export type LinkVerdict = 'clear' | 'review' | 'block' | 'approved'

export type OutboundState =
  | 'waiting'
  | 'approved'
  | 'refused'
  | 'withdrawn'
  | 'timeout'
  | 'expired'
  | 'revoked'

export interface OutboundRequestTable {
  id: string
  person_id: string
  reason: string
  days: number | null
  file_names: string[]
  state: OutboundState
  created_at: Time
  state_at: Time
  decided_by: string | null
  note: Generated<string>
  until: MaybeTime
}

export interface LinkCheckTable {
  link_id: string
  file_id: string
  version_id: string
  name: string
  verdict: LinkVerdict
  matches: Json<DlpMatch[]>
  unreadable: string[]
  checked_at: Time
}

export interface DlpRuleTable {
  id: string
  name: string
  name_key: string
  kind: DlpKind
  terms: string[]
  pattern: string
  threshold: number
  level: DlpLevel
  action: DlpAction
  places: DlpPlace[]
  enabled: boolean
  updated_at: Time
}

interface BusinessConfigTable {
  code: string
  value: Json<ConfigValue>
  changed_at: Time
  changed_by: string | null
  author: string
}

interface PolicyTable {
  id: string
  kind: PolicyKind
  version: number
  title_zh: string | null
  title_en: string | null
  text_zh: string | null
  text_en: string | null
  published_at: Time
  published_by: string | null
  author: string | null
  ends_at: MaybeTime
  withdrawn_at: MaybeTime
}

interface DlpPendingTable {
  id: Generated<string>
  place: DlpPlace
  person_id: string | null
  file_id: string
  name: string
  top_name: string | null
  version_id: string | null
  sha256: Buffer | null
  size: number | null
  queued_at: Generated<Date>
}

interface ImportSourceTable {
  id: string
  kind: ImportSourceKind
  name: string
  address: string
  created_at: Time
}

interface ImportTable {
  id: string
  person_id: string
  source_id: string | null
  source_name: string
  kind: ImportSourceKind
  path: string
  target_id: string
  job_id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  error: ColumnType<Record<string, unknown> | null, string | null, string | null>
  run: number
  account: string
  credentials: Buffer | null
  created_at: Time
  ended_at: MaybeTime
}

interface ImportItemTable {
  no: Generated<number>
  import_id: string
  path_key: Buffer
  path: string
  is_folder: boolean
  size: number | null
  etag: string | null
  modified_at: MaybeTime
  file_id: string | null
  name: string | null
  is_renamed: Generated<boolean>
  outcome: ImportOutcome
  error: ColumnType<Record<string, unknown> | null, string | null, string | null>
  run: number
}

interface DlpScanTable {
  sha256: Buffer
  size: number
  rules_version: number
  matches: Json<DlpMatch[]>
  unreadable: string[]
  scanned_at: Time
}

/** What a virus scanner said of content. */
interface VirusScanTable {
  blob_id: string
  state: VirusState
  finding: string | null
  reason: string | null
  signature: string | null
  signature_at: MaybeTime
  scanned_at: MaybeTime
  retry_at: Generated<Date>
  released_by: string | null
  released_at: MaybeTime
  release_reason: string | null
}

/** How far all content was scanned with the signatures of a scanner. */
interface VirusSweepTable {
  address: string
  signature: string
  before: string | null
  scanned: Generated<number>
  started_at: Time
  finished_at: MaybeTime
}

interface VisitorFileTable {
  file_id: string
  link_id: string
  visitor_id: string
  person_id: string | null
  name: string
  name_key: string
  is_folder: boolean
  size: number
  created_at: Date
}

interface LinkVisitorTable {
  id: string
  link_id: string
  token_hash: Buffer
  person_id: string | null
  session_id: string | null
  ip: string
  device: string
  created_at: Time
  expires_at: Time
  visited_at: MaybeTime
}

export interface FileTable {
  id: string
  space_id: string
  parent_id: string | null
  is_folder: boolean
  rank: ColumnType<number, never, never>
  name: string
  name_key: string
  ext: Generated<string>
  /** How the name is typed (tree/pinyin.ts); null where an earlier version wrote it. */
  pinyin: ColumnType<string | null, string, string>
  size: Generated<number>
  version_id: string | null
  version_no: Generated<number>
  child_files: Generated<number>
  child_folders: Generated<number>
  total_size: Generated<number>
  total_charge: Generated<number>
  total_files: Generated<number>
  total_folders: Generated<number>
  created_by: string
  updated_by: string
  created_at: Time
  updated_at: Time
  /** 0 to 3; null inherits (access/classification.ts). */
  classification: Generated<number | null>
  /** Null without any, as the keys, which are in the same order. */
  labels: Generated<string[] | null>
  label_keys: Generated<string[] | null>
  remark: Generated<string | null>
}
/** Labels that files of a space have, or had. */
interface LabelTable {
  space_id: string
  name_key: string
  name: string
  /** Null: the default color of the name. */
  color: LabelColor | null
  used_at: Time
}

export interface BlobTable {
  id: string
  /** Null where no content is known: of pending objects, and of orphaned ones left behind by a move or a repair. */
  sha256: Buffer | null
  md5: Buffer | null
  /** Null where the store has not read it yet. */
  crc32: number | null
  size: number | null
  bucket: string
  key: string
  /** Of the object as it was saved, in stores that others can write to. */
  etag: string | null
  /** Who sent what is not verified yet, and reads it alone. */
  sent_by: string | null
  state: BlobState
  state_since: ColumnType<Date, Date | undefined, Date>
  /** Of a redundant object: the content used in its place. Of a copy: what it is a copy of. */
  duplicate_of: string | null
  /** Of a copy: when its bytes were last read and compared. */
  verified_at: MaybeTime
  created_at: Time
}

/** What is made from content (migration 0058). */
export interface RenditionTable {
  id: string
  sha256: Buffer
  size: number
  kind: string
  state: 'queued' | 'running' | 'ready' | 'failed'
  converter_version: number
  blob_id: string | null
  meta: DefaultJson<Record<string, unknown>>
  reason: string | null
  in_background: Generated<boolean>
  asked_at: Time
  asked_by: string | null
  preview_asked_at: MaybeTime
  progress: number | null
  not_before: MaybeTime
  attempts: Generated<number>
  worker: string | null
  lease_until: MaybeTime
  finished_at: MaybeTime
  last_used_at: MaybeTime
}

export interface ContentTextTable {
  id: string
  sha256: Buffer
  size: number
  text: string
}

export interface FileTextTable {
  file_id: string
  space_id: string
  version_id: string
  content_id: string
  grams: number[]
}

export interface TextQueueTable {
  file_id: string
  queued_at: Generated<Date>
  due_at: Generated<Date>
}

export interface FileVersionTable {
  id: string
  file_id: string
  no: number
  blob_id: string
  size: number
  modified_at: MaybeTime
  pinned: Generated<boolean>
  name: Generated<string | null>
  /** The number of the version whose content it has again. */
  restored_from: Generated<number | null>
  /** When another version became the current one. */
  superseded_at: MaybeTime
  created_by: string
  created_at: Time
}

export interface FileGrantTable {
  file_id: string
  principal_type: 'person' | 'department' | 'group'
  principal_id: string
  role: string
  source: 'owner' | 'member' | 'entry' | 'share'
  created_by: string | null
  expires_at: MaybeTime
  created_at: Time
}

export interface HoldTable {
  id: string
  file_id: string
  reason: string
  created_by: string
  created_at: Time
  released_at: MaybeTime
}

export interface TrashTable {
  id: string
  file_id: string
  space_id: string
  stage: Generated<'person' | 'administrators'>
  parent_id: string
  original_path: Json<{ id: string; name: string }[]>
  name: string
  size: number
  deleted_by: string
  deleted_at: Time
  expires_at: Time
  deletion_id: string | null
  /** That row may no longer exist. */
  deletion_rate_id: string | null
}

export interface DeletionRateTable {
  id: string
  person_id: string
  shared_root_id: string
  minute: Time
  items: number
}

export interface FavoriteTable {
  id: string
  person_id: string
  file_id: string
  created_at: Time
}

export interface CommentTable {
  id: string
  file_id: string
  author_id: string | null
  text: string
  mentions: string[]
  created_at: Time
  edited_at: Date | null
}

export interface UploadTable {
  key: string
  bucket: string
  person_id: string
  space_id: string
  parent_id: string
  name: string
  size: number
  part_size: number
  conflict: 'keepBoth' | 'newVersion' | 'skip' | 'fail'
  modified_at: MaybeTime
  state: Generated<'open' | 'saved' | 'discarded'>
  file_id: string | null
  outcome: string | null
  created_at: Time
  expires_at: Time
  ended_by: Generated<string | null>
  batch: Generated<string | null>
  batch_no: Generated<number | null>
  /** The session of the link's visitor who sends it; null: the person. */
  visitor_id: Generated<string | null>
  link_id: Generated<string | null>
}

export interface ContentMoveTable {
  id: string
  from_bucket: string
  to_bucket: string
  bytes_per_second: number | null
  state: Generated<'running' | 'done' | 'stopped'>
  objects: Generated<number>
  bytes: Generated<number>
  failed: Generated<number>
  started_at: Time
  ended_at: MaybeTime
}

/** Buckets beside those that the environment names. */
export interface BucketTable {
  id: string
  /** As rows of content name it. */
  name: string
  driver: Generated<'s3'>
  endpoint: string
  public_endpoint: string | null
  region: string
  uploads: 'direct' | 'proxied'
  downloads: 'proxied' | 'presigned'
  /** What the store is asked to encrypt by, and with which of its keys; null: its own. */
  encryption: 'AES256' | 'aws:kms' | null
  kms_key: string | null
  /** Sealed for this row; null once it is retired. */
  credentials: Buffer | null
  cloud: Json<Record<string, unknown>>
  /** Whose settings `cloud` are a copy of. */
  cloud_id: Generated<string | null>
  /** False: the keys are a copy of its cloud's. */
  own_keys: Generated<boolean>
  capacity: number | null
  state: Generated<'active' | 'readonly' | 'retired'>
  created_at: Time
  updated_at: Time
}

export interface CloudTable {
  id: string
  provider: CloudProvider | null
  name: string
  user_name: Generated<string>
  addresses: Generated<string[]>
  port: number | null
  /** Sealed, as the protocol key is. */
  credentials: Buffer | null
  protocol_key: Buffer | null
  distribution_domain: Generated<string>
  key_pair_id: Generated<string>
  acceleration: Generated<boolean>
  created_at: Time
  updated_at: Time
}

export interface LibraryTable {
  /** Its group's own id, and its space's. */
  id: string
  code: string
  menu_display: Generated<boolean>
  cluster_ids: Generated<string[]>
  updated_at: Time
}

export interface LibraryIconTable {
  library_id: string
  kind: 'home' | 'tool' | 'menu' | 'app'
  content_type: 'image/png' | 'image/jpeg'
  bytes: Buffer
  updated_at: Time
}

export interface LibraryCategoryTable {
  folder_id: string
  library_id: string
  code: string
}

export interface LibraryAttributeTable {
  id: string
  library_id: string
  name: string
  code: string
  type: 'text' | 'number' | 'date' | 'choice' | 'yesNo'
  length: number | null
  min: string | null
  max: string | null
  options: Generated<string[]>
  in_list: Generated<boolean>
  allow_empty: Generated<boolean>
  searchable: Generated<boolean>
  read_only: Generated<boolean>
  position: number
}

export interface LibraryValueTable {
  file_id: string
  attribute_id: string
  value: string
  value_key: string
  number: string | null
}

export interface LibraryDraftTable {
  folder_id: string
  person_id: string
  name_key: string
  entries: Json<Record<string, { value: string; key: string; number: string | null }>>
  expires_at: Time
}

export interface SiteTable {
  id: string
  name: string
  region: 'asiaPacific' | 'northAmerica' | null
  /** People in these networks are at the site. */
  networks: Generated<string[]>
  /** Of the sign-in page there. */
  address: string | null
  created_at: Time
  updated_at: Time
}

/** A lock of an Office server, while people edit a file with it. */
export interface EditLockTable {
  file_id: string
  lock_id: string
  person_id: string
  cluster_id: string | null
  version_id: string
  locked_at: Time
  expires_at: Time
}

export interface ClusterTable {
  id: string
  name: string
  address: Generated<string>
  site_id: string | null
  antivirus_address: Generated<string>
  preview_address: Generated<string>
  coediting_address: Generated<string>
  sync_direction: Generated<'oneWay' | 'twoWay'>
  sync_mode: Generated<'sync' | 'syncAndSave'>
  bytes_per_second: Generated<number | null>
  remote_reads: Generated<boolean>
  created_at: Time
  updated_at: Time
}

/** A server, or one that is yet to start. */
export interface NodeTable {
  id: string
  name: string
  remarks: Generated<string>
  business_address: Generated<string>
  internal_address: Generated<string>
  cluster_id: string | null
  /** The data folder of the server that it is. */
  server_id: Generated<string | null>
  version: Generated<string | null>
  started_at: MaybeTime
  /** By the database's clock. */
  seen_at: MaybeTime
  created_at: Time
  updated_at: Time
}

/** Wrapped by a master key, which is not here. */
export interface ContentKeyTable {
  number: number
  /** The master key's id. */
  master: string
  wrapped: Buffer
  created_at: Time
}

/** Progress of a scrub over a bucket. */
export interface ScrubRoundTable {
  bucket: string
  last_key: Generated<string>
  total_objects: number
  total_bytes: number
  objects: Generated<number>
  bytes: Generated<number>
  started_at: Time
  ended_at: MaybeTime
  last_completed_at: MaybeTime
}

/** Content that a scrub found missing or corrupt. */
export interface CorruptionTable {
  blob_id: string
  kind: 'missing' | 'size' | 'hash' | 'unreadable'
  message: string
  detected_at: Time
  checked_at: Time
  confirmed_at: MaybeTime
  repaired_at: MaybeTime
  notified_at: MaybeTime
}

/** The last runs of garbage collection. */
export interface GcRunTable {
  kind: string
  ran_at: Time
  removed_at: MaybeTime
  removed_objects: Generated<number>
  removed_bytes: Generated<number>
}

/** Untracked objects of a bucket when it was last listed. */
export interface UntrackedTotalTable {
  bucket: string
  objects: number
  bytes: number
  listed_at: Time
}

export interface UploadProofTable {
  person_id: string
  blob_id: string
  parent_id: string
  nonce: string
  expires_at: Time
}

/** Failed proofs within a day. */
export interface UploadProofFailureTable {
  person_id: string
  blob_id: string
  count: number
  since: Time
}

export interface ArchiveTable {
  id: string
  person_id: string
  file_ids: string[]
  created_at: Time
}

export interface UploadOfferTable {
  id: string
  person_id: string
  blob_id: string
  file_id: string | null
  outcome: 'created' | 'newVersion' | 'renamed' | 'skipped' | null
  expires_at: Time
}

export interface ChangeTable {
  id: Generated<number>
  xid: Generated<string>
  kind: string
  space_id: string | null
  person_id: string | null
  principal_ids: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  file_id: string | null
  parent_ids: string[]
  actor_id: string | null
  name: string | null
  details: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  request_context: ColumnType<Record<string, string> | null, string | null | undefined, string | null>
  created_at: Time
}

export interface AuditEventTable {
  id: Generated<number>
  action: string
  actor_id: string | null
  actor_name: string | null
  actor_account: string | null
  result: Generated<'ok' | 'refused'>
  object_type: string | null
  object_id: string | null
  object_name: string | null
  detail: ColumnType<Record<string, unknown> | null, string | null, never>
  request_context: ColumnType<Record<string, string> | null, string | null, never>
  created_at: Time
}

export interface AuditLogTable {
  seq: number
  time: Date
  actor_id: string | null
  actor_name: string | null
  actor_account: string | null
  action: string
  behaviour: string | null
  region: string | null
  device: string | null
  ip: string | null
  result: 'ok' | 'refused'
  object_type: string | null
  object_id: string | null
  object_name: string | null
  space_id: string | null
  /** JSON, as it was hashed. */
  detail: string | null
  trace_id: string | null
  mac: Buffer
}

export interface AuditHeadTable {
  one: Generated<boolean>
  seq: number
  mac: Buffer
  cursor: string
  target: string | null
  after_id: number
}

export interface DailyTransferTable {
  day: string
  kind: 'upload' | 'download'
  department_id: string | null
  transfers: number
  bytes: number
}

export interface DailyStorageTable {
  day: string
  files: number
  charged: number
  stored: number
  measured_at: Time
}

export interface JobTable {
  id: string
  kind: string
  person_id: string
  state: Generated<'queued' | 'running' | 'done' | 'cancelled' | 'failed'>
  cancel_requested: Generated<boolean>
  total: Generated<number>
  done: Generated<number>
  target_id: string
  input: Json<Record<string, unknown>>
  results: DefaultJson<Record<string, unknown>[]>
  created_at: Time
  ended_at: MaybeTime
}

export interface CopyRowTable {
  job_id: string
  no: number
  id: string
  parent_id: string | null
  is_folder: boolean
  name: string
  name_key: string
  ext: string
  pinyin: string | null
  source_version_id: string | null
  version_id: string | null
  size: number
  classification: Generated<number | null>
  labels: Generated<string[] | null>
  label_keys: Generated<string[] | null>
  remark: Generated<string | null>
}

export interface NotificationTable {
  person_id: string
  event_id: string
  kind: string
  data: Json<Record<string, unknown>>
  created_at: Time
  read_at: MaybeTime
  shown: Generated<boolean>
  mail: 'now' | 'daily' | 'sending' | null
  mail_attempts: Generated<number>
  mail_after: MaybeTime
}

export interface NotificationFanOutTable {
  event_id: string
  kind: string
  data: Json<Record<string, unknown>>
  grants_before: ColumnType<Record<string, string | null> | null, string | null, never>
  department_ids: Generated<string[]>
  group_ids: Generated<string[]>
  excluded_person_id: string | null
  last_person_id: string | null
  created_at: Time
}

export interface NotificationSettingTable {
  person_id: string
  kind: string
  app: boolean
  mail: 'off' | 'now' | 'daily'
}

export interface IdentityProviderTable {
  id: string
  kind: ProviderKind
  name_zh: string
  name_en: string
  settings: Json<Record<string, unknown>>
  secret: Buffer | null
  mapping: Json<ClaimMapping>
  rules: Json<ProviderRules>
  enabled: boolean
  automatic: boolean
  position: number
  created_at: Time
}

export interface PersonIdentityTable {
  id: string
  provider_id: string
  subject: string
  person_id: string
  name: Generated<string>
  created_at: Time
  last_used_at: MaybeTime
}

export interface SignInFlowTable {
  id: string
  state_hash: Buffer
  provider_id: string
  purpose: 'signIn' | 'try' | 'link'
  person_id: string | null
  browser_hash: Buffer
  data: Buffer
  service: string | null
  created_at: Time
  expires_at: Time
}

export interface SessionIdentityTable {
  session_id: string
  provider_id: string
  subject: string
  session_index: string | null
  data: Buffer
}

export interface Schema {
  person: PersonTable
  department: DepartmentTable
  role: RoleTable
  person_role: PersonRoleTable
  group: GroupTable
  group_hidden: { person_id: string; group_id: string }
  group_handover: GroupHandoverTable
  library: LibraryTable
  library_icon: LibraryIconTable
  library_category: LibraryCategoryTable
  library_attribute: LibraryAttributeTable
  library_value: LibraryValueTable
  library_draft: LibraryDraftTable
  share: ShareTable
  link: LinkTable
  link_target: { link_id: string; file_id: string; position: number }
  link_principal: { link_id: string; principal_type: FileGrantTable['principal_type']; principal_id: string }
  link_visitor: LinkVisitorTable
  network_use: { network: string; subject: string; period_start: Time; amount: number }
  link_check: LinkCheckTable
  preset_without_outbound: { preset: string }
  outbound_request: OutboundRequestTable
  feedback: FeedbackTable
  feedback_picture: { feedback_id: string; webp: Buffer }
  link_changed_file: { file_id: string; queued_at: Time }
  dlp_rule: DlpRuleTable
  dlp_scan: DlpScanTable
  dlp_pending: DlpPendingTable
  virus_scan: VirusScanTable
  virus_sweep: VirusSweepTable
  policy: PolicyTable
  business_config: BusinessConfigTable
  policy_acknowledgement: { person_id: string; policy_id: string; acknowledged_at: Time }

  import_source: ImportSourceTable
  import_source_person: { source_id: string; person_id: string }
  import: ImportTable
  import_item: ImportItemTable

  directory: DirectoryTable
  directory_person: DirectoryPersonTable
  directory_department: DirectoryDepartmentTable
  directory_group: { directory_id: string; dn: string; name: string; members: number }
  directory_run: DirectoryRunTable
  directory_change: DirectoryChangeTable
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
  scim_group_member: { group_id: string; directory_id: string; user_id: string }
  scim_problem: ScimProblemTable
  directory_entry: { run_id: string; external_id: string; entry: Json<Record<string, unknown>> }

  visitor_file: VisitorFileTable
  offboarding: OffboardingTable
  session: SessionTable
  device: DeviceTable
  session_identity: SessionIdentityTable
  identity_provider: IdentityProviderTable
  person_identity: PersonIdentityTable
  sign_in_flow: SignInFlowTable
  spent_assertion: { provider_id: string; assertion_hash: Buffer; expires_at: Time }
  person_activity: { person_id: string; last_active_at: Time }
  revoked_session: Pick<SessionTable, 'token_hash' | 'person_id' | 'expires_at'>
  api_token: ApiTokenTable
  ip_region: IpRegionTable
  ip_rule: IpRuleTable
  ip_rule_region: { rule_id: string; region_id: string }
  sign_in_throttle: SignInThrottleTable
  totp: TotpTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  qr_sign_in: QrSignInTable
  helper_token: HelperTokenTable
  totp_draft: Pick<TotpTable, 'person_id' | 'secret' | 'created_at'>
  recovery_code: { person_id: string; code_hash: Buffer; used_at: MaybeTime }
  space: SpaceTable
  file: FileTable
  label: LabelTable
  blob: BlobTable
  edit_lock: EditLockTable
  rendition: RenditionTable
  content_text: ContentTextTable
  file_text: FileTextTable
  text_queue: TextQueueTable
  file_version: FileVersionTable
  file_grant: FileGrantTable
  hold: HoldTable
  trash: TrashTable
  deletion_rate: DeletionRateTable
  comment: CommentTable
  favorite: FavoriteTable
  upload: UploadTable
  bucket: BucketTable
  cloud: CloudTable
  site: SiteTable
  cluster: ClusterTable
  node: NodeTable
  cluster_bucket: { bucket: string; cluster_id: string; storage_cycle: number | null }
  content_move: ContentMoveTable
  scrub_round: ScrubRoundTable
  corruption: CorruptionTable
  gc_run: GcRunTable
  untracked_total: UntrackedTotalTable
  content_key: ContentKeyTable
  upload_proof: UploadProofTable
  upload_proof_failure: UploadProofFailureTable
  archive: ArchiveTable
  upload_offer: UploadOfferTable
  change: ChangeTable
  audit_event: AuditEventTable
  audit_log: AuditLogTable
  audit_subject: { subject_id: string; seq: number }
  audit_head: AuditHeadTable
  daily_transfer: DailyTransferTable
  daily_storage: DailyStorageTable
  notification: NotificationTable
  notification_fan_out: NotificationFanOutTable
  notification_setting: NotificationSettingTable
  quota_notice: { space_id: string; level: number; notified_at: Time }
  job: JobTable
  copy_row: CopyRowTable
  purge: { top_id: string; started_at: Time }
  instance_metadata: { name: string; value: string }
}
