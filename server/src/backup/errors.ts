/** What keeps a backup from being made or restored, in one line for whoever asked for it. */
export class BackupRefused extends Error {}

/** The backup itself is not what was written. */
export class BackupDamaged extends BackupRefused {}
