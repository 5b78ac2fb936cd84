/** A backup cannot be made or restored; the message is one line. */
export class BackupRefused extends Error {}

/** The backup is corrupt. */
export class BackupCorrupted extends BackupRefused {}
