import { sql } from 'kysely';

/** An older check does not cover what the owner has published since. */
const CHECK_FRESHNESS = sql`interval '60 seconds'`;

/** Of `posts p`: the engine publishes it, and a recent check found no manual publication. */
export const isAutomatic = sql`p.manual_since is null
  and (p.manual_prompted_at is null or p.manual_checked_at > app_now() - ${CHECK_FRESHNESS})`;

const MANUAL_CODE = 'by-hand';
export const manualColumns = sql`
  publication_state = 'idle', status = 'failed', next_step_at = null, forecast_at = null, error_code = ${MANUAL_CODE},
  error_message = 'Você vai publicar este post pelo Instagram. A Pontual não tenta mais e fecha o post quando ele aparecer na conta.',
  error_action = 'try_again'`;
