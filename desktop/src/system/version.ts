import manifest from '../../package.json' with { type: 'json' }

/** Of the client. */
export const VERSION: string = manifest.version
