/** Dropped or pasted items, read inside the event; afterwards the DataTransfer is empty. */
export interface DroppedItem {
  /** Reads the file again after a restart; null if the browser has none. */
  readonly handle: Promise<FileSystemHandle | null>
  readonly entry: FileSystemEntry | null
  /** For items without an entry, such as a pasted picture. */
  readonly file: File | null
}

interface WithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/**
 * Must be called synchronously inside the event.
 * @param handles whether the files are to be read again; the browser asks about some folders.
 */
export const readDropped = (data: DataTransfer, handles = true): DroppedItem[] =>
  [...data.items].filter((item) => item.kind === 'file').map((item) => readItem(item, handles))

function readItem(item: DataTransferItem, handles: boolean): DroppedItem {
  return {
    handle: handles ? handleOf(item) : Promise.resolve(null),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }
}

async function handleOf(item: DataTransferItem & WithHandle): Promise<FileSystemHandle | null> {
  // Chromium has the method on plain http too, where calling it ends the page's process.
  if (!isSecureContext) return null
  return (await item.getAsFileSystemHandle?.().catch(() => null)) ?? null
}
