/**
 * What XML 1.0 does not have, halves of characters among it: a workbook that held it would not open. Names of now have
 * none of it; what was written down before may.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const INVALID_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu

/** A cell as a workbook may hold it: what it cannot hold is shown as what could not be read. */
export const replaceInvalidXml = <T>(cell: T): T | string =>
  typeof cell === 'string' ? cell.replace(INVALID_IN_XML, '\ufffd') : cell
