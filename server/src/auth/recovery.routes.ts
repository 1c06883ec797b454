import { forgotPassword, resetPassword } from '@pontual/contract/auth.ts';
import { cookieOf } from '../http/cookies.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Recovery } from './recovery.service.ts';

/** Tells the browser that asked for a link from any other that opens it. */
const COOKIE = 'pontual_recovering';
/** The link's half hour begins when its mail goes out, which may be late. */
const MAX_AGE_S = 2 * 3600;

export function registerRecoveryRoutes(
  serving: Serving,
  { recovery, publicUrl }: { recovery: Recovery; publicUrl: string },
): void {
  const cookieRules = `Path=/api/auth; HttpOnly; SameSite=Strict${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;

  serve(serving, forgotPassword, async ({ body }, _caller, { reply }) => {
    const { browser } = await recovery.ask(body.email);
    reply.header('set-cookie', `${COOKIE}=${browser}; Max-Age=${MAX_AGE_S}; ${cookieRules}`);
    return null;
  });

  serve(serving, resetPassword, async ({ body }, _caller, { request, reply }) => {
    const browser = cookieOf(request, COOKIE);
    const userAgent = request.headers['user-agent'] ?? '';
    const opened = await recovery.reset({ token: body.token, browser, userAgent }, body.password);
    reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${cookieRules}`);
    return opened;
  });
}
