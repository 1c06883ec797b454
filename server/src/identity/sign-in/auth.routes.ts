import { login, logout, me, register } from '@pontual/contract/identity/auth.ts';
import { originOf, visitorOf } from '../../platform/http/origin.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { AccessLog } from './access-log.repository.ts';
import type { AuthService } from './auth.service.ts';
import type { KnownDevices } from './known-device.ts';
import type { Throttle } from '../../platform/http/throttle.ts';

export function registerAuthRoutes(
  serving: ApiRouter,
  deps: { auth: AuthService; throttle: Throttle; devices: KnownDevices; accessLog: AccessLog },
): void {
  const { auth, throttle, devices, accessLog } = deps;
  serve(serving, register, ({ body }, _caller, { request }) =>
    throttle.attempt({ what: 'register', account: null, address: request.ip }, async () => ({
      user: await auth.register(body, originOf(request)),
    })),
  );

  serve(serving, login, ({ body }, _caller, { request, reply }) => {
    const device = devices.read(request, body.email);
    const attempt = { what: 'login', account: body.email, device, address: request.ip } as const;
    return throttle.attempt(attempt, async () => {
      const opened = await auth.login(body, visitorOf(request));
      reply.header('set-cookie', devices.cookie(body.email));
      return opened;
    });
  });

  serve(serving, me, async (_request, { userId, workspaceId }) => ({
    user: await auth.userById(userId, workspaceId),
  }));

  serve(serving, logout, async (_request, session, { request, reply }) => {
    await auth.logout(session);
    // The pictures of the user; the page removes what it has stored itself, and keeps the theme.
    reply.header('clear-site-data', '"cache"');
    await accessLog.write('logged_out', session.userId, originOf(request));
    return null;
  });
}
