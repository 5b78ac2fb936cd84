import type { ReactNode } from 'react'
import type { ColumnDef } from '../table/columns.ts'
import { PlainCell } from './cells.tsx'

type Meta<T extends object> = ColumnDef<T>['meta']

interface ColumnOptions<T extends object> {
  /** A CSS grid track: `minmax(200px, 1fr)`, `120px`. */
  width: string
  align?: Meta<T>['align']
  /** Shown from this viewport width on. */
  from?: Meta<T>['from']
  /** Makes it sortable; the type of this field decides about the direction of the first click. */
  sort?: keyof T & string
  /** The first click sorts descending. */
  descFirst?: true
  /** The columns menu cannot hide it. */
  fixed?: true
}

/** A column of a list; a cell of plain text shows in full in a tooltip. */
export function column<T extends object>(
  id: string,
  header: string,
  { width, align, from, sort, descFirst, fixed }: ColumnOptions<T>,
  cell: (row: NoInfer<T>) => ReactNode,
): ColumnDef<T> {
  return {
    id,
    header,
    ...(sort && { accessorKey: sort }),
    ...(descFirst && { sortDescFirst: true }),
    ...(fixed && { enableHiding: false }),
    meta: { width, ...(align && { align }), ...(from && { from }) },
    cell: ({ row }) => {
      const content = cell(row.original)
      return typeof content === 'string' ? <PlainCell>{content}</PlainCell> : content
    },
  } as ColumnDef<T>
}
