import * as accounts from './accounts.ts'
import * as changes from './changes.ts'
import * as downloads from './downloads.ts'
import * as favorites from './favorites.ts'
import * as files from './files.ts'
import * as jobs from './jobs.ts'
import { explainPrivilege, queryPrivilegeList, updateUserRole } from './privileges.ts'
import type { Route } from './route.ts'
import * as shares from './shares.ts'
import * as trash from './trash.ts'
import * as uploads from './uploads.ts'

/** Every call there is. A call that is not here is not served. */
export const ROUTES: readonly Route[] = [
  accounts,
  changes,
  downloads,
  favorites,
  files,
  jobs,
  { explainPrivilege, queryPrivilegeList, updateUserRole },
  shares,
  trash,
  uploads,
]
  .flatMap((area) => Object.values(area))
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'door' in value)
