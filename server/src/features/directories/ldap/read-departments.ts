import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import type { Entry } from 'ldapts'
import type { DirectoryDepartmentInput } from '../apply/department-input.ts'
import { DepartmentPaths } from '../apply/department-paths.ts'
import { binaryAttributes, idOf, textOf } from './attributes.ts'
import type { LdapConnection } from './connection.ts'
import { dnKey, keysAbove } from './dn.ts'

/** Departments of a directory: units that people lie in, or paths of names in an attribute of people. */

export interface DepartmentsOfPeople {
  /** The directory's id of the department that an entry is in; null: none. */
  of(entry: Entry): string | null
  /** Of a department, its own last. */
  pathOf(externalId: string): string[]
  /** Parents first. Those of an attribute are known once everybody has been read. */
  all(): DirectoryDepartmentInput[]
}

export async function readDepartments(
  ldap: LdapConnection,
  settings: DirectorySettings,
): Promise<DepartmentsOfPeople> {
  if (settings.departmentMode === 'units') return readUnits(ldap, settings)
  return settings.departmentMode === 'attribute' ? new PathDepartments(settings) : NONE
}

/** As the last run has left them, without names. */
export function departmentsFrom(
  settings: DirectorySettings,
  known: readonly { readonly externalId: string; readonly dn: string }[],
): DepartmentsOfPeople {
  if (settings.departmentMode === 'attribute') return new PathDepartments(settings)
  if (settings.departmentMode === 'none') return NONE
  return new UnitDepartments(new Map(known.map((one) => [dnKey(one.dn), { ...one, name: '' }])))
}

const NONE: DepartmentsOfPeople = { of: () => null, pathOf: () => [], all: () => [] }

async function readUnits(ldap: LdapConnection, settings: DirectorySettings): Promise<DepartmentsOfPeople> {
  const { base, departmentFilter, departmentNameAttribute, idAttribute } = settings
  const units = new Map<string, { externalId: string; dn: string; name: string }>()
  const attributes = [idAttribute, departmentNameAttribute]
  const search = {
    filter: departmentFilter,
    attributes,
    explicitBufferAttributes: binaryAttributes(attributes),
  }
  const baseKey = dnKey(base)
  for await (const page of ldap.pages(base, search))
    for (const entry of page) {
      const key = dnKey(entry.dn)
      // The base is the company, not a department of it.
      if (key === baseKey) continue
      const externalId = idOf(entry, idAttribute)
      const name = textOf(entry, departmentNameAttribute) || nameInDn(entry.dn)
      if (externalId !== '') units.set(key, { externalId, dn: entry.dn, name })
    }
  return new UnitDepartments(units)
}

const nameInDn = (dn: string): string => {
  const [first = ''] = dn.split(/(?<!\\),/)
  return first.slice(first.indexOf('=') + 1).replaceAll('\\', '')
}

class UnitDepartments implements DepartmentsOfPeople {
  readonly #units: ReadonlyMap<string, { externalId: string; dn: string; name: string }>
  readonly #byId = new Map<string, DirectoryDepartmentInput>()

  constructor(units: ReadonlyMap<string, { externalId: string; dn: string; name: string }>) {
    this.#units = units
    const sorted = [...units.values()].sort(
      (a, b) => keysAbove(a.dn).length - keysAbove(b.dn).length || (a.dn < b.dn ? -1 : 1),
    )
    for (const unit of sorted) this.#byId.set(unit.externalId, { ...unit, parent: this.#nearest(unit.dn) })
  }

  #nearest(dn: string): string | null {
    for (const key of keysAbove(dn)) {
      const unit = this.#units.get(key)
      if (unit) return unit.externalId
    }
    return null
  }

  of = ({ dn }: Entry): string | null => this.#nearest(dn)
  pathOf = (externalId: string): string[] => pathIn(this.#byId, externalId)
  all = (): DirectoryDepartmentInput[] => [...this.#byId.values()]
}

class PathDepartments implements DepartmentsOfPeople {
  readonly #attribute: string
  readonly #paths: DepartmentPaths

  constructor({ departmentAttribute, departmentSeparator }: DirectorySettings) {
    this.#attribute = departmentAttribute
    this.#paths = new DepartmentPaths(departmentSeparator)
  }

  of = (entry: Entry): string | null => this.#paths.add(textOf(entry, this.#attribute))
  pathOf = (externalId: string): string[] => pathIn(this.#paths.byId, externalId)
  all = (): DirectoryDepartmentInput[] => this.#paths.all()
}

function pathIn(byId: ReadonlyMap<string, DirectoryDepartmentInput>, externalId: string): string[] {
  const names: string[] = []
  for (let at = byId.get(externalId); at; at = at.parent === null ? undefined : byId.get(at.parent))
    names.unshift(at.name)
  return names
}
