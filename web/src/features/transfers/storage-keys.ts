/** Key of browser storage, written by the engine: whether the last visit left unfinished transfers. */
export const TRANSFERS_OPEN = 'clouddisk.transfersOpen'
