import { sql } from 'kysely';
import type { DisplayedIssue } from './state.ts';

/** An older check does not cover what the owner has published since. */
const CHECK_FRESHNESS = sql`interval '60 seconds'`;

/** Of `posts p`: the engine publishes it, and a recent check found no manual publication. */
export const isAutomatic = sql`p.manual_since is null
  and (p.manual_prompted_at is null or p.manual_checked_at > app_now() - ${CHECK_FRESHNESS})`;

export const manualIssue: DisplayedIssue = {
  code: 'by-hand',
  cause:
    'Você vai publicar este post pelo Instagram. A Pontual não tenta mais e fecha o post quando ele aparecer na conta.',
  action: 'try_again',
  forecastAt: null,
};
