import {
  type DepartmentChange,
  DIRECTORY_CHANGES_MAX,
  DIRECTORY_PROBLEMS_MAX,
  type DirectoryCount,
  type DirectoryProblem,
  type PersonChange,
} from '@clouddisk/contract/directory-runs'
import type { Tx } from '../../../db/database.ts'
import { batchesOf } from '../../../db/database.ts'

/** What happened to whom, for the administrator. */

export interface ReportedChange {
  readonly subject: 'person' | 'department'
  readonly kind: PersonChange | DepartmentChange
  readonly externalId: string
  readonly name: string
  readonly detail: { readonly account?: string; readonly dn?: string; readonly fields?: readonly string[] }
}

const DEPARTMENT_COUNTS: Record<DepartmentChange, DirectoryCount> = {
  created: 'departmentsCreated',
  changed: 'departmentsChanged',
  removed: 'departmentsRemoved',
  kept: 'departmentsKept',
}

export class Report {
  readonly counts: Partial<Record<DirectoryCount, number>> = {}
  readonly problems: DirectoryProblem[] = []
  #changes: ReportedChange[] = []
  readonly #always = new Set<ReportedChange>()
  #saved = 0
  #kept = 0

  count(name: DirectoryCount, n = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + n
  }

  problem(problem: DirectoryProblem['problem'], name: string, value?: string): void {
    this.count('problems')
    if (this.problems.length < DIRECTORY_PROBLEMS_MAX)
      this.problems.push({ problem, name, ...(value !== undefined && { value }) })
  }

  /** @param always kept, also beyond the limit. */
  change(change: ReportedChange, always = false): void {
    this.count(
      change.subject === 'department'
        ? DEPARTMENT_COUNTS[change.kind as DepartmentChange]
        : (change.kind as PersonChange),
    )
    if (!always && this.#kept >= DIRECTORY_CHANGES_MAX) return
    this.#kept++
    this.#changes.push(change)
    if (always) this.#always.add(change)
  }

  /** Of a part of the run, once it is committed. */
  add(part: Report): void {
    for (const [name, n] of Object.entries(part.counts)) this.count(name as DirectoryCount, n)
    this.problems.push(...part.problems.slice(0, DIRECTORY_PROBLEMS_MAX - this.problems.length))
    for (const change of part.#changes) {
      if (this.#kept >= DIRECTORY_CHANGES_MAX && !part.#always.has(change)) continue
      this.#kept++
      this.#changes.push(change)
    }
  }

  /** Rows of what was reported since the last time. */
  async save(tx: Tx, runId: string): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    for (const batch of batchesOf(changes))
      await tx
        .insertInto('directory_change')
        .values(
          batch.map(({ externalId, detail, ...change }) => ({
            run_id: runId,
            position: this.#saved++,
            external_id: externalId,
            detail: JSON.stringify(detail),
            ...change,
          })),
        )
        .execute()
  }
}
