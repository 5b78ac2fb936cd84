/** Options of the browser's file picker. Must be opened inside the click event. */

export interface PickOptions {
  folder?: boolean | undefined
  multiple?: boolean | undefined
}

/** Returns the chosen files; undefined if cancelled. An empty folder yields no files. */
export function pickFiles({
  folder = false,
  multiple = true,
}: PickOptions = {}): Promise<File[] | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.webkitdirectory = folder
  // Safari forgets an input that is not in the page while its picker is open.
  input.hidden = true
  input.tabIndex = -1
  document.body.append(input)
  return new Promise((resolve) => {
    const finish = (files: File[] | undefined) => {
      resolve(files)
      input.remove()
    }
    input.addEventListener('change', () => finish([...(input.files ?? [])]))
    input.addEventListener('cancel', () => finish(undefined))
    input.click()
  })
}
