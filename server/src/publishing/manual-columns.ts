import { sql } from 'kysely';

/** A look that is older says nothing of what its owner has done since. */
const CHECK_FRESHNESS = sql`interval '60 seconds'`;

/** Of `posts p`: it is ours to publish, and was not published by hand a moment ago. */
export const isAutomatic = sql`p.by_hand_since is null
  and (p.plan_b_at is null or p.plan_b_looked_at > app_now() - ${CHECK_FRESHNESS})`;

const MANUAL_CODE = 'by-hand';
/** It did not go out through us, and no attempt is made any more. */
export const manualColumns = sql`
  stage = 'idle', status = 'failed', next_look_at = null, forecast_at = null, error_code = ${MANUAL_CODE},
  error_message = 'Você vai publicar este post pelo Instagram. A Pontual não tenta mais e fecha o post quando ele aparecer na conta.',
  error_action = 'try_again'`;
