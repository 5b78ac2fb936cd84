/** Saves a table that spreadsheets open; the mark at its beginning tells them how it is written. */
export function saveTable(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}

/** What a spreadsheet would take for a formula is text here. */
const cell = (value: string): string => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
