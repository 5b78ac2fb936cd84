import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as changes from './changes.ts'
import * as downloads from './downloads.ts'
import * as favorites from './favorites.ts'
import * as files from './files.ts'
import * as groups from './groups.ts'
import * as jobs from './jobs.ts'
import * as privileges from './privileges.ts'
import type { Route } from './route.ts'
import * as shares from './shares.ts'
import * as trash from './trash.ts'
import * as uploads from './uploads.ts'

/** Every call there is. A call that is not here is not served. */
export const ROUTES: readonly Route[] = [
  accounts,
  audit,
  changes,
  downloads,
  favorites,
  files,
  groups,
  jobs,
  privileges,
  shares,
  trash,
  uploads,
]
  .flatMap((area) => Object.values(area))
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'door' in value)
