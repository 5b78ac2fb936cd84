import { clsx } from 'clsx'
import { type ReactElement, useId } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { language } from '../../lib/i18n.ts'
import { t } from './strings.ts'
import { byteTicks } from './ticks.ts'

export interface ChartSeries<Row> {
  readonly key: keyof Row & string
  readonly label: string
  readonly color: 'info-fill' | 'ok-fill'
}

export interface ChartProps<Row extends { readonly day: string }> {
  title: string
  rows: readonly Row[]
  series: readonly ChartSeries<Row>[]
  kind: 'bars' | 'area'
  format: (value: number) => string
  /** Whether the values are bytes, whose round numbers are others. */
  bytes?: boolean
  className?: string
}

const AXIS = { stroke: 'var(--mut)', fontSize: 12, tickLine: false, axisLine: false } as const
const HEIGHT = 220

/** 2026-11-18 as an axis says it: 11-18; 18 Nov. */
const dayText = (day: string): string =>
  language === 'zh-CN'
    ? day.slice(5)
    : new Date(`${day}T00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })

/** A picture of some days; who cannot see it, or wants the numbers, has them in a table below. */
export function Chart<Row extends { readonly day: string }>(props: ChartProps<Row>): ReactElement {
  const { title, rows, series, format, className } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx('rounded-l border border-line bg-bg p-4', className)}>
      <h2 id={id} className="mb-3 text-section font-semibold">
        {title}
      </h2>
      <div aria-hidden style={{ height: HEIGHT }}>
        <Picture {...props} />
      </div>
      <details className="mt-2">
        <summary className="finger inline-block cursor-pointer rounded-s px-1 text-secondary text-mut hover:text-fg">
          {t('asTable')}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <section className="mt-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label={title}>
          <table className="tabular w-full text-secondary">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="text-left text-mut">
                <th scope="col" className="py-1 pr-3 font-normal">
                  {t('day')}
                </th>
                {series.map(({ key, label }) => (
                  <th key={key} scope="col" className="py-1 pr-3 text-right font-normal">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day} className="border-t border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal">
                    {row.day}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="py-1 pr-3 text-right">
                      {format(Number(row[key]))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}

function Picture<Row extends { readonly day: string }>({
  rows,
  series,
  kind,
  format,
  bytes = false,
}: ChartProps<Row>): ReactElement {
  const most = Math.max(0, ...rows.flatMap((row) => series.map(({ key }) => Number(row[key]))))
  const ticks = byteTicks(most)
  const common = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis {...AXIS} dataKey="day" tickFormatter={dayText} minTickGap={24} />
      <YAxis
        {...AXIS}
        width={64}
        allowDecimals={false}
        {...(bytes && { ticks, domain: [0, ticks.at(-1) ?? 0] })}
        tickFormatter={(value: number) => format(value).replace('.00', '')}
      />
      <Tooltip
        formatter={(value) => format(Number(value))}
        contentStyle={{ background: 'var(--pop)', border: '1px solid var(--line)', borderRadius: 8 }}
        cursor={{ fill: 'var(--hover)' }}
        isAnimationActive={false}
      />
      <Legend
        iconType="circle"
        iconSize={8}
        itemSorter={null}
        formatter={(name) => <span className="text-secondary text-fg-2">{name}</span>}
      />
    </>
  )
  const data = [...rows]
  return (
    <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 480, height: HEIGHT }}>
      {kind === 'bars' ? (
        <BarChart data={data} accessibilityLayer={false}>
          {common}
          {series.map(({ key, label, color }) => (
            <Bar
              key={key}
              dataKey={(row: Row) => Number(row[key])}
              name={label}
              fill={`var(--${color})`}
              radius={[3, 3, 0, 0]}
              maxBarSize={18}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      ) : (
        <AreaChart data={data} accessibilityLayer={false}>
          {common}
          {series.map(({ key, label, color }) => (
            <Area
              key={key}
              dataKey={(row: Row) => Number(row[key])}
              name={label}
              stroke={`var(--${color})`}
              fill={`var(--${color})`}
              fillOpacity={0.14}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      )}
    </ResponsiveContainer>
  )
}
