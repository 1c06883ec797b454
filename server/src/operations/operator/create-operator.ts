import { createOperatorSession } from './operator-session.ts';
import { createReview } from './review.service.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { readScopes } from '../../platform/meta-settings.ts';

export type OperatorEnv = Pick<
  Env,
  | 'OPERATOR_TOKEN'
  | 'OPERATOR_EMAIL'
  | 'META_SCOPES'
  | 'INSTAGRAM_APP_ID'
  | 'INSTAGRAM_SCOPES'
  | 'PUBLIC_URL'
>;

type ReviewDeps = Omit<Parameters<typeof createReview>[0], 'operator'>;

/** Undefined without OPERATOR_TOKEN. */
export function createOperator(
  env: OperatorEnv,
  deps: ReviewDeps & { keyRing: KeyRing; clock: Clock },
) {
  const { OPERATOR_TOKEN: token, OPERATOR_EMAIL: email } = env;
  if (token === undefined || email === undefined) return undefined;
  const offersInstagramLogin = env.INSTAGRAM_APP_ID !== undefined;
  const scopes = {
    facebook: readScopes(env.META_SCOPES),
    instagram: offersInstagramLogin ? readScopes(env.INSTAGRAM_SCOPES) : [],
  };
  return {
    session: createOperatorSession({ ...deps, token, publicUrl: env.PUBLIC_URL }),
    review: createReview({ ...deps, operator: { email, scopes } }),
  };
}
