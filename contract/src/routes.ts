import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as adminClouds from './admin-clouds.ts'
import * as adminClusters from './admin-clusters.ts'
import * as adminDepartments from './admin-departments.ts'
import * as adminFiles from './admin-files.ts'
import * as adminGroupSync from './admin-group-sync.ts'
import * as adminGroups from './admin-groups.ts'
import * as adminIdentity from './admin-identity.ts'
import * as adminLibraries from './admin-libraries.ts'
import * as adminLinks from './admin-links.ts'
import * as adminNodes from './admin-nodes.ts'
import * as adminOffboarding from './admin-offboarding.ts'
import * as adminPeople from './admin-people.ts'
import * as adminRecycle from './admin-recycle.ts'
import * as adminRoles from './admin-roles.ts'
import * as adminSecondFactor from './admin-second-factor.ts'
import * as adminSessions from './admin-sessions.ts'
import * as adminSettings from './admin-settings.ts'
import * as adminSites from './admin-sites.ts'
import * as adminStorage from './admin-storage.ts'
import * as adminUploads from './admin-uploads.ts'
import * as antivirus from './antivirus.ts'
import * as archives from './archives.ts'
import * as audit from './audit.ts'
import * as businessConfig from './business-config.ts'
import * as changes from './changes.ts'
import * as classification from './classification.ts'
import * as coediting from './coediting.ts'
import * as comments from './comments.ts'
import * as dashboard from './dashboard.ts'
import * as directories from './directories.ts'
import * as directory from './directory.ts'
import * as directoryLogin from './directory-login.ts'
import * as directoryRuns from './directory-runs.ts'
import * as dlp from './dlp.ts'
import * as downloads from './downloads.ts'
import * as favorites from './favorites.ts'
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as groups from './groups.ts'
import * as imports from './imports.ts'
import * as ipRules from './ip-rules.ts'
import * as jobs from './jobs.ts'
import * as labels from './labels.ts'
import * as libraries from './libraries.ts'
import * as linkUploads from './link-uploads.ts'
import * as links from './links.ts'
import * as localHelper from './local-helper.ts'
import * as nodeSync from './node-sync.ts'
import * as notifications from './notifications.ts'
import * as outbound from './outbound.ts'
import * as passkeys from './passkeys.ts'
import * as personalTable from './personal-table.ts'
import * as policies from './policies.ts'
import * as previews from './previews.ts'
import * as privileges from './privileges.ts'
import * as qrSignIn from './qr-sign-in.ts'
import type { Route } from './route.ts'
import * as scim from './scim.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as settings from './settings.ts'
import * as shares from './shares.ts'
import * as signIn from './sign-in.ts'
import * as texts from './texts.ts'
import * as thumbnails from './thumbnails.ts'
import * as tokens from './tokens.ts'
import * as trash from './trash.ts'
import * as uploads from './uploads.ts'
import * as usage from './usage.ts'
import * as versions from './versions.ts'

/** Every call there is. A call that is not here is not served. */
export const ROUTES: readonly Route[] = [
  accounts,
  activity,
  adminFiles,
  adminGroupSync,
  adminGroups,
  adminIdentity,
  adminOffboarding,
  adminSessions,
  adminSettings,
  businessConfig,
  adminStorage,
  adminNodes,
  adminClusters,
  adminSites,
  adminClouds,
  adminLibraries,
  adminLinks,
  outbound,
  adminUploads,
  antivirus,
  archives,
  audit,
  coediting,
  comments,
  dashboard,
  adminDepartments,
  adminPeople,
  adminRecycle,
  adminRoles,
  changes,
  classification,
  directories,
  directoryRuns,
  directory,
  directoryLogin,
  downloads,
  favorites,
  feedback,
  files,
  groups,
  imports,
  ipRules,
  jobs,
  labels,
  libraries,
  dlp,
  links,
  linkUploads,
  localHelper,
  nodeSync,
  notifications,
  personalTable,
  policies,
  previews,
  privileges,
  scim,
  search,
  passkeys,
  qrSignIn,
  secondFactor,
  adminSecondFactor,
  settings,
  shares,
  signIn,
  thumbnails,
  texts,
  tokens,
  trash,
  uploads,
  usage,
  versions,
]
  .flatMap((area) => Object.values(area))
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'door' in value)
