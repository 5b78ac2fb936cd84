/** The browser's own pickers. Call inside the click that asks for them. */

export interface PickOptions {
  folder?: boolean | undefined
  multiple?: boolean | undefined
}

/** The chosen files; undefined when the person cancelled. An empty folder is a choice of no files. */
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
