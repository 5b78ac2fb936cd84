/** The folder that an area shows, and the history entry under which its view state is stored. */

export interface FilesSearch {
  readonly folder?: string
  readonly select?: string
  /** The tab of its details to open. */
  readonly tab?: string
}

export interface FilesEntry extends FilesSearch {
  /** Key of the history entry. */
  readonly historyKey: string
  /** Key under which scroll and selection are stored. */
  readonly entryKey: string
}

/**
 * The entry to show for an address; the same object while nothing changes.
 * @param shown the entry that the page shows, or showed when it was hidden.
 * @param cameBack another page was in front: the folder keeps its view state although the menu pushed a new
 * history entry.
 * @param visits history entries that share the view state of an earlier one; added to.
 */
export function nextFilesEntry(
  shown: FilesEntry | undefined,
  { folder, select, tab }: FilesSearch,
  historyKey: string,
  cameBack: boolean,
  visits: Map<string, string>,
): FilesEntry {
  if (shown?.historyKey === historyKey && shown.folder === folder && shown.select === select) return shown
  if (cameBack && shown && shown.folder === folder && select === undefined && !visits.has(historyKey)) {
    visits.set(historyKey, shown.entryKey)
    return { ...shown, historyKey }
  }
  return {
    ...(folder !== undefined && { folder }),
    ...(select !== undefined && { select }),
    ...(tab !== undefined && { tab }),
    historyKey,
    entryKey: visits.get(historyKey) ?? historyKey,
  }
}
