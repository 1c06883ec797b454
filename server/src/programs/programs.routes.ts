import { createToken, listTokens, revokeToken } from '@pontual/contract/tokens.ts';
import type { Throttle } from '../auth/throttle.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Tokens } from './tokens.service.ts';

export function registerProgramsRoutes(
  serving: Serving,
  { tokens, throttle }: { tokens: Tokens; throttle: Throttle },
): void {
  serve(serving, listTokens, async (_request, { userId }) => ({
    tokens: await tokens.all(userId),
  }));

  serve(serving, createToken, ({ body }, caller, { request }) => {
    // Whoever sits at somebody's open session may not guess their password here either.
    const by = { what: 'prove-password', account: caller.userId, address: request.ip } as const;
    return throttle.attempt(by, () => tokens.create(caller, body));
  });

  serve(serving, revokeToken, async ({ params }, { userId }) => {
    await tokens.revoke(userId, params.id);
    return null;
  });
}
