/** Saves a table that spreadsheets open; the mark at its beginning tells them how it is written. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${formatCsv(rows)}\r\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}

export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n')

/** What a spreadsheet would take for a formula is text here. */
const cell = (value: string): string =>
  `"${value.replace(/^(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/, "'").replaceAll('"', '""')}"`
