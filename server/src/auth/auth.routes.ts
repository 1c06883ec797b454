import { login, logout, me, register } from '@pontual/contract/auth.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { AuthService } from './auth.service.ts';

export function registerAuthRoutes(serving: Serving, auth: AuthService): void {
  serve(serving, register, async ({ body }) => ({ user: await auth.register(body) }));

  serve(serving, login, ({ body }, _caller, { request }) =>
    auth.login(body, request.headers['user-agent'] ?? ''),
  );

  serve(serving, logout, async (_request, session) => {
    await auth.logout(session);
    return null;
  });

  serve(serving, me, async (_request, session) => ({ user: await auth.userById(session.userId) }));
}
