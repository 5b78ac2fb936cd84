/**
 * The whole content as a slice. Chromium sends a File by its path, and lets a tab read only files that were chosen in
 * it. A slice refers to the content, so that a file passed from another tab can be sent.
 */
export const fullSlice = (file: Blob): Blob => file.slice(0, file.size)
