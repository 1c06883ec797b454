import type { Choice } from './dialog-choices.ts';
import { buildGrant } from './dialog-grants.ts';
import { saveGrant } from './grants.ts';
import type { Params } from './graph-params.ts';
import type { InstagramContext } from './context.ts';
import { LIFETIME } from './tokens.ts';

const DENIED: Record<string, string> = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
};

/** Returns the redirect URL of a choice; Facebook does append `#_=_`. */
export function buildRedirect(
  context: InstagramContext,
  choice: Choice,
  dialogRequest: { redirectUri: string; state: string | undefined; params: Params },
): string {
  const { clock, ids, records } = context;
  const { userId } = choice;
  const target = new URL(dialogRequest.redirectUri);
  const answer = userId ? {} : DENIED;
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (userId) {
    const { grant, scopes } = buildGrant(context, { ...choice, userId }, dialogRequest.params);
    saveGrant(context, grant);
    const code = ids.secret('AQ');
    records.codes.put({
      id: code,
      userId,
      redirectUri: dialogRequest.redirectUri,
      scopes,
      createdAt: choice.hasRefusedCode ? clock.now() - LIFETIME.code : clock.now(),
      used: false,
    });
    target.searchParams.set('code', code);
  }
  if (dialogRequest.state !== undefined) {
    target.searchParams.set(
      'state',
      choice.hasWrongState ? `expirado-${dialogRequest.state}` : dialogRequest.state,
    );
  }
  return `${target.href}#_=_`;
}
