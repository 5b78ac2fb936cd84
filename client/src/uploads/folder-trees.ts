/** Paths of folders as the trees that `batchCreateFolder` takes. */

export interface FolderTree {
  readonly instanceName: string
  readonly children: FolderTree[]
}

export function folderTrees(paths: readonly (readonly string[])[]): FolderTree[] {
  const roots: FolderTree[] = []
  for (const path of paths) {
    let level = roots
    for (const instanceName of path) {
      let node = level.find((one) => one.instanceName === instanceName)
      if (!node) {
        node = { instanceName, children: [] }
        level.push(node)
      }
      level = node.children
    }
  }
  return roots
}
