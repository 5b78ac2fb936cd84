/**
 * Who may do what, from the specification (B§6, G1, C17) and in the plainest way: every question walks everything anew,
 * nothing is kept. Shares nothing with the product, its tables of roles included.
 */

const OBSERVING = ['list', 'search', 'attribute']
const VIEWING = [...OBSERVING, 'preview', 'collect']
const DOWNLOADING = [...VIEWING, 'download', 'copy', 'versionView']
const EDITING = [
  ...DOWNLOADING,
  'comment',
  'upload',
  'versionRecover',
  'sync',
  'move',
  'label',
  'delete',
  'rename',
]
const EVERYTHING = [...EDITING, 'versionManage', 'share', 'members']
export const ALL_ITEMS = EVERYTHING

export const ROLES: Record<string, readonly string[]> = {
  owner: EVERYTHING,
  manager: EVERYTHING,
  linker: [...EDITING, 'share'],
  editor: EDITING,
  downloader: DOWNLOADING,
  viewer: VIEWING,
  forbidden: [],
}
/** General roles that bound what somebody may do anywhere; null bounds nothing. */
export const CEILINGS: Record<string, readonly string[] | null> = {
  default: null,
  viewer: VIEWING,
  uploader: ['list', 'upload'],
  editor: EDITING,
  forbidden: [],
}
/** What stays in a group that is being dissolved. */
const STAYS = DOWNLOADING
/** Belongs to who has the folder that something lies in. */
const OF_THE_PLACE = ['move', 'rename', 'delete']

export interface ModelPerson {
  readonly key: string
  department: ModelDepartment | undefined
  /** Names of general roles; none is the default one. */
  readonly roles: readonly string[]
  readonly reach: readonly {
    departments: readonly ModelDepartment[]
    below: boolean
    items: readonly string[]
  }[]
}
export interface ModelDepartment {
  readonly key: string
  readonly parent: ModelDepartment | undefined
}
export interface ModelGroup {
  readonly key: string
  readonly root: ModelFile
}
export interface ModelFile {
  readonly key: string
  parent: ModelFile | undefined
  /** Of a root. */
  readonly root:
    | { readonly department: ModelDepartment | undefined; readonly dissolving: boolean }
    | undefined
  /** By whom they name; a member of a group is an entry on its root. */
  readonly entries: Map<string, { role: string; expired: boolean; member: boolean }>
}
export interface ModelWorld {
  readonly people: ModelPerson[]
  readonly departments: ModelDepartment[]
  readonly groups: ModelGroup[]
  readonly files: ModelFile[]
}

/** From a department up to the top. */
function upFrom(department: ModelDepartment | undefined): ModelDepartment[] {
  return department ? [department, ...upFrom(department.parent)] : []
}

/** Whom entries may name to mean this person. */
export function principalsOf(world: ModelWorld, person: ModelPerson): string[] {
  const own = [person.key, ...upFrom(person.department).map((department) => department.key)]
  const groups = world.groups.filter((group) => own.some((key) => group.root.entries.get(key)?.member))
  return [...own, ...groups.map((group) => group.key)]
}

/** From a file up to its root; undefined where it hangs below none. */
export function wayUp(file: ModelFile): ModelFile[] | undefined {
  if (file.root) return [file]
  const rest = file.parent && wayUp(file.parent)
  return rest && [file, ...rest]
}

const KEEPING = ['owner', 'manager']
const rolesOn = (way: readonly ModelFile[], principal: string): string[] =>
  way.flatMap((file) => {
    const entry = file.entries.get(principal)
    return entry && !entry.expired ? [entry.role] : []
  })

/** In a group whoever is not in it has nothing, whatever single files of it once gave. */
function isOutside(world: ModelWorld, person: ModelPerson, way: readonly ModelFile[]): boolean {
  const root = way.at(-1)
  if (!root || !world.groups.some((group) => group.root === root)) return false
  return principalsOf(world, person).every((one) => rolesOn([root], one).length === 0)
}

/** Before the place of a share and any bound are looked at: what is given at all. */
function givenAt(world: ModelWorld, person: ModelPerson, way: readonly ModelFile[]): string[] {
  const principals = isOutside(world, person, way) ? [] : principalsOf(world, person)
  const keeps = principals.some((one) => rolesOn(way, one).some((role) => KEEPING.includes(role)))
  if (principals.length > 0 && rolesOn(way, person.key)[0] === 'forbidden' && !keeps) return []
  const given: string[] = []
  for (const principal of principals) {
    const roles = rolesOn(way, principal)
    if (roles[0] !== undefined) given.push(...(ROLES[roles[0]] ?? []))
    if (roles.some((role) => KEEPING.includes(role))) given.push(...EVERYTHING)
  }
  const department = way.at(-1)?.root?.department
  for (const { departments, below, items } of person.reach) {
    const reached = below ? upFrom(department) : department ? [department] : []
    // A role that names no department holds for its bearer's own.
    const scope = departments.length > 0 ? departments : [person.department]
    if (reached.some((one) => scope.includes(one))) given.push(...items)
  }
  return given
}

/** What a person may do with what is in a file or folder. */
export function insideOf(world: ModelWorld, person: ModelPerson, file: ModelFile): Set<string> {
  const way = wayUp(file)
  if (!way) return new Set()
  const bounds = person.roles.map((role) => CEILINGS[role] ?? null)
  const unbounded = bounds.length === 0 || bounds.includes(null)
  const dissolving = way.at(-1)?.root?.dissolving
  return new Set(
    givenAt(world, person, way)
      .filter((item) => unbounded || bounds.some((bound) => bound?.includes(item)))
      .filter((item) => !dissolving || STAYS.includes(item)),
  )
}

/** What a person may do with a file or folder itself. */
export function itemsOf(world: ModelWorld, person: ModelPerson, file: ModelFile): Set<string> {
  const items = insideOf(world, person, file)
  const begins = file.parent !== undefined && insideOf(world, person, file.parent).size === 0
  return begins ? new Set([...items].filter((item) => !OF_THE_PLACE.includes(item))) : items
}

/** Whether an entry that is said to give an item is one that counts for this person there, and gives it. */
export function doesGive(
  world: ModelWorld,
  person: ModelPerson,
  file: ModelFile,
  entry: { fileKey: string; principalKey: string },
  item: string,
): boolean {
  const way = wayUp(file) ?? []
  if (isOutside(world, person, way)) return false
  const bearer = way.find((one) => one.key === entry.fileKey)
  const found = bearer?.entries.get(entry.principalKey)
  if (!found || found.expired || !principalsOf(world, person).includes(entry.principalKey)) return false
  const nearest = way.find((one) => {
    const other = one.entries.get(entry.principalKey)
    return other && !other.expired
  })
  const counts = nearest === bearer || KEEPING.includes(found.role)
  return counts && (ROLES[found.role] ?? []).includes(item)
}
