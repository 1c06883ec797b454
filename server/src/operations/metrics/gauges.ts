import { Gauge, type Registry } from 'prom-client';
import type { DatabaseStats } from './database-stats.repository.ts';

export type Gauges = ReturnType<typeof createGauges>;

export function createGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });

  const databaseUp = gauge('pontual_database_up', '1 if the database responds, else 0.');
  const diskFree = gauge(
    'pontual_disk_free_ratio',
    'Free share of the disk that contains DATA_DIR, from 0 to 1.',
  );
  const byLabel = {
    oldestDue: gauge(
      'pontual_oldest_due_seconds',
      'Seconds since the due time of the most overdue post, by what it waits for.',
      ['waits_for'],
    ),
    overdue: gauge(
      'pontual_posts_overdue',
      'Unpublished posts whose due time has passed, by what they wait for.',
      ['waits_for'],
    ),
    overdueAccounts: gauge(
      'pontual_overdue_accounts',
      'Instagram accounts with an unpublished post whose due time has passed, by what it waits for.',
      ['waits_for'],
    ),
    depth: gauge('pontual_queue_depth', 'Due jobs that no worker has started.', ['queue']),
    oldestJob: gauge(
      'pontual_queue_oldest_seconds',
      'Seconds since the oldest due job became due.',
      ['queue'],
    ),
    dead: gauge(
      'pontual_queue_dead',
      'Jobs that failed in every attempt that their queue allows; stored for an hour.',
      ['queue'],
    ),
    tokensExpiring: gauge(
      'pontual_tokens_expiring',
      'Live connections whose token or data access expires within 7 days.',
      ['what'],
    ),
  };
  const unlabelled = {
    dueSoon: gauge('pontual_posts_due_soon', 'Posts that are due within an hour.'),
    heartbeatAge: gauge(
      'pontual_worker_heartbeat_age_seconds',
      'Seconds since the newest heartbeat of any worker.',
    ),
    workers: gauge('pontual_workers', 'Workers with a heartbeat in the last minute.'),
    instagramRefuses: gauge(
      'pontual_instagram_refuses',
      '1 if Instagram refuses most accounts or many lost their connection, by the rule of /status.',
    ),
    publicationsAbsent: gauge(
      'pontual_publications_absent',
      '1 if most accounts do not show what Instagram confirmed to have published, by the rule of /status.',
    ),
    appThrottle: gauge(
      'pontual_app_throttle_seconds',
      'Seconds until Instagram lets each app call again, for all accounts of its login; 0 without a throttle.',
    ),
    connectedAccounts: gauge('pontual_connected_accounts', 'Connected Instagram accounts.'),
    lostConnections: gauge(
      'pontual_lost_connections',
      'Accounts that lost their connection within an hour, unless their owners removed the app.',
    ),
    refusedAccounts: gauge(
      'pontual_refused_accounts',
      'Accounts of which Instagram refused at least as many writes within an hour as it accepted.',
    ),
    newErrorCodes: gauge(
      'pontual_new_error_codes',
      'Error codes of Instagram without a row in our table that were first seen within a day.',
    ),
    mediaBacklog: gauge('pontual_media_backlog', 'Videos that wait for conversion.'),
    mediaOldest: gauge(
      'pontual_media_oldest_seconds',
      'Seconds since the oldest video that waits for conversion was created.',
    ),
    backupAge: gauge(
      'pontual_backup_age_seconds',
      'Seconds since the last backup finished; absent if no backup is recorded.',
    ),
  };

  return {
    setDiskFree(ratio: number | undefined): void {
      if (ratio === undefined) diskFree.remove();
      else diskFree.set(ratio);
    },

    /** Undefined if the database did not respond; its gauges are then absent. */
    setDatabaseStats(stats: DatabaseStats | undefined): void {
      databaseUp.set(stats === undefined ? 0 : 1);
      for (const one of Object.values(byLabel)) one.reset();
      for (const one of Object.values(unlabelled)) one.remove();
      if (stats === undefined) return;
      for (const { waits_for, oldest_s, overdue, accounts } of stats.overdue) {
        byLabel.oldestDue.set({ waits_for }, oldest_s);
        byLabel.overdue.set({ waits_for }, overdue);
        byLabel.overdueAccounts.set({ waits_for }, accounts);
      }
      for (const { queue, depth, oldest_s, dead } of stats.queues) {
        byLabel.depth.set({ queue }, depth);
        byLabel.oldestJob.set({ queue }, oldest_s);
        byLabel.dead.set({ queue }, dead);
      }
      byLabel.tokensExpiring.set({ what: 'token' }, stats.tokens);
      byLabel.tokensExpiring.set({ what: 'data_access' }, stats.data_access);
      unlabelled.dueSoon.set(stats.due_soon);
      unlabelled.workers.set(stats.workers);
      unlabelled.instagramRefuses.set(stats.instagram_refuses ? 1 : 0);
      unlabelled.publicationsAbsent.set(stats.publications_absent ? 1 : 0);
      unlabelled.appThrottle.set(stats.app_throttle_s);
      unlabelled.connectedAccounts.set(stats.connected_accounts);
      unlabelled.lostConnections.set(stats.lost_connections);
      unlabelled.refusedAccounts.set(stats.refused_accounts);
      unlabelled.newErrorCodes.set(stats.new_error_codes);
      unlabelled.mediaBacklog.set(stats.media_backlog);
      unlabelled.mediaOldest.set(stats.media_oldest_s);
      if (stats.heartbeat_age_s !== null) unlabelled.heartbeatAge.set(stats.heartbeat_age_s);
      if (stats.backup_age_s !== null) unlabelled.backupAge.set(stats.backup_age_s);
    },
  };
}
