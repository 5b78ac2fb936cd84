/** What the page of visitors of links uses of the preview. */
export { openPreview, useOpenPreview } from './preview.ts'
export { PreviewWindow } from './preview-window.tsx'
export { type PreviewSource, PreviewSourceProvider } from './source.ts'
