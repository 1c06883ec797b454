export type Settings = Record<string, string | number>;

/** Part of the socket's name; no server listens on a TCP port of this number. */
export const SOCKET_PORT = 5432;

/** For a small machine. A committed row survives a power cut. */
const settings: Settings = {
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: 40,
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Worker processes would cost more memory than they save time.
  io_method: 'sync',
  max_worker_processes: 2,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  autovacuum_max_workers: 1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The product logs the errors of its statements, without the values that PostgreSQL would log.
  log_min_messages: 'fatal',
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Without this method, macOS leaves written data in the cache of the disk.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
};

/** @param port on loopback; undefined: a socket in the data folder, which only its owner may enter */
export function configurationText(port: number | undefined, overrides: Settings): string {
  const listening: Settings =
    port === undefined
      ? // A relative path to the data folder, which is never too long for a socket.
        { listen_addresses: '', port: SOCKET_PORT, unix_socket_directories: '.' }
      : { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' };
  const all = { ...settings, unix_socket_permissions: '0700', ...listening, ...overrides };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quoted(value)}`);
  return `# Written anew at each start.\n${lines.join('\n')}\n`;
}

/** A user who can enter the socket's folder owns the data. */
export const hbaText = (port: number | undefined): string =>
  port === undefined ? 'local all all trust\n' : 'host all all 127.0.0.1/32 scram-sha-256\n';

const quoted = (value: string | number) => `'${String(value).replaceAll("'", "''")}'`;
