import type { ImportedRow, ImportFault, importPeople } from '@clouddisk/contract/admin-people'
import type { Reply } from '@clouddisk/contract/route'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { t } from '../strings.ts'
import { formatRowRanges } from './row-ranges.ts'
import { saveCsv } from './save-csv.ts'

export type PeopleImportReport = Reply<typeof importPeople>

/** Every row with its number in the workbook, without passwords. */
export const saveReport = ({ list }: PeopleImportReport, made: boolean): void =>
  saveCsv(t('importReport'), [
    [t('importRow'), t('accountName'), t('realName'), t('importResult')],
    ...list.map((row) => [
      String(row.row),
      row.accountName,
      row.userRealName,
      row.errcode === 0 ? goodText(made) : row.errmsg,
    ]),
  ])

const goodText = (made: boolean): string => t(made ? 'importRowMade' : 'importRowGood')

/** Each problem once with its rows, then the rows that are fine. */
export function ImportReport({ report, made }: { report: PeopleImportReport; made: boolean }): ReactElement {
  const good = report.list.filter(({ errcode }) => errcode === 0)
  const bad = report.list.length - good.length
  return (
    <section className="flex flex-col gap-2" aria-label={t('importReport')}>
      <p role="status" className="tabular text-secondary font-medium">
        {t(made ? 'importMadeCounts' : 'importCheckedCounts', { good: good.length, bad })}
        {report.skipped > 0 && (
          <span className="ml-2 font-normal text-mut">{t('importSkipped', { count: report.skipped })}</span>
        )}
      </p>
      {report.faults.length > 0 && <Problems faults={report.faults} />}
      {good.length > 0 && <GoodRows rows={good} made={made} />}
    </section>
  )
}

const Problems = ({ faults }: { faults: readonly ImportFault[] }) => (
  <ul
    aria-label={t('importProblems')}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    tabIndex={0}
    className="max-h-64 overflow-y-auto rounded-l border border-line text-secondary"
  >
    {faults.map(({ message, rows }) => (
      <li key={message} className="flex gap-2 border-b border-line px-3 py-2 last:border-0">
        <CircleAlert size={15} className="mt-0.5 shrink-0 text-danger" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {message}
          <span className="tabular block text-caption text-mut">
            {t('importRows', { count: rows.length, rows: formatRowRanges(rows, t('comma')) })}
          </span>
        </span>
      </li>
    ))}
  </ul>
)

const GoodRows = ({ rows, made }: { rows: readonly ImportedRow[]; made: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <div className="max-h-48 overflow-y-auto rounded-l border border-line" tabIndex={0}>
    <table className="w-full table-fixed border-collapse text-left text-secondary">
      <thead className="sticky top-0 bg-pop">
        <tr className="border-b border-line text-fg-2">
          <th className="w-16 py-2 pl-3 font-normal">{t('importRow')}</th>
          <th className="py-2 font-normal">{t('accountName')}</th>
          <th className="w-32 py-2 pr-3 font-normal">{t('importResult')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.row} className="border-b border-line align-top last:border-0">
            <td className="tabular py-2 pl-3 text-mut">{row.row}</td>
            <td className="truncate py-2 pr-2" title={row.accountName}>
              {row.accountName}
            </td>
            <td className="py-2 pr-3">
              <span className="flex items-center gap-1.5 text-ok">
                <CircleCheck size={14} aria-hidden />
                {goodText(made)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export interface MissingDepartmentsProps {
  /** `Company/Marketing`, those above first. */
  names: readonly string[]
  create: boolean
  busy: boolean
  onChange: (create: boolean) => void
}

/** Departments that rows name and that do not exist. */
export function MissingDepartments({ names, create, busy, onChange }: MissingDepartmentsProps): ReactElement {
  return (
    <div className="rounded-l border border-line bg-field px-3 py-2.5">
      <Checkbox
        checked={create}
        disabled={busy}
        onChange={onChange}
        label={<span className="text-body text-fg">{t('importDepartments', { count: names.length })}</span>}
      />
      <p className="mt-1 line-clamp-3 pl-[26px] text-caption text-mut" title={names.join('\n')}>
        {names.join(t('comma'))}
      </p>
    </div>
  )
}
