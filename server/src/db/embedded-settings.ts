import { totalmem } from 'node:os'

const MiB = 1024 * 1024

/** One server uses 45. */
const CONNECTIONS = 60

/** Command-line settings; they take precedence over the configuration file. */
export function postgresSettings(socketFolder: string, connections = CONNECTIONS): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  // Once filled, they stay in memory. What is not in them is most likely in the page cache.
  const sharedBuffers = clamp(memory / 16 / MiB, 32, 64)
  const values: Record<string, string> = {
    // Reachable by the folder's owner only.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: String(connections),
    // Committed data survives a power loss.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${clamp(memory / 2 / MiB, 256, 65_536)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    // JIT and parallel workers cost short statements more than they gain, and workers need shared memory that small
    // containers do not have.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // Nothing replicates.
    max_logical_replication_workers: '0',
    // Cancels statements whose client is gone.
    client_connection_check_interval: '2s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The server logs failed statements itself, without their values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const clamp = (value: number, min: number, max: number): number =>
  Math.round(Math.min(max, Math.max(min, value)))
