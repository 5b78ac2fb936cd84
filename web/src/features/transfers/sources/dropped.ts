/** Dropped or pasted items, read inside the event; afterwards the DataTransfer is empty. */
export interface DroppedItem {
  /** Where the browser has it: can be read again after a restart. */
  readonly handle: Promise<FileSystemHandle | null>
  readonly entry: FileSystemEntry | null
  /** For things that come from no folder, such as a pasted picture. */
  readonly file: File | null
}

interface WithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** Must be called synchronously inside the event. */
export const readDropped = (data: DataTransfer): DroppedItem[] =>
  [...data.items].filter((item) => item.kind === 'file').map(readItem)

function readItem(item: DataTransferItem): DroppedItem {
  return {
    handle: handleOf(item),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }
}

/** Without a handle the entry still reads. */
async function handleOf(item: DataTransferItem & WithHandle): Promise<FileSystemHandle | null> {
  // Chromium has the method on plain http too, where calling it ends the page's process.
  if (!isSecureContext) return null
  return (await item.getAsFileSystemHandle?.().catch(() => null)) ?? null
}
