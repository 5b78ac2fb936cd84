/**
 * The bytes of a file as a slice. Chromium sends a File by its path, and lets a tab read only paths that were chosen in it;
 * a slice refers to the bytes, so a file that another tab has handed on can be sent too.
 */
export const fullSlice = (file: Blob): Blob => file.slice(0, file.size)
