/** The last error of an upload, in words; a person may send it with feedback. Empty if there was none. */
export const lastUploadError = { text: '' }
