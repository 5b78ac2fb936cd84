/**
 * Starts a download through a hidden frame (A§7). The browser then handles it; a frame with content received
 * an error reply instead of a file.
 * @returns removes the frame.
 */
export function openInFrame(url: string, onBroken: (shown: string) => void): () => void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.src = url
  frame.addEventListener('load', () => {
    if (!isBlank(frame)) onBroken(textIn(frame))
  })
  document.body.append(frame)
  return () => frame.remove()
}

/** The text of an error reply; inaccessible if it is of another origin. */
const textIn = ({ contentDocument }: HTMLIFrameElement): string =>
  (contentDocument?.querySelector('pre') ?? contentDocument?.body)?.textContent ?? ''

/** Some browsers fire `load` for the initial empty page. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.href === 'about:blank'
  } catch {
    // Another origin's page: the store's error.
    return false
  }
}
