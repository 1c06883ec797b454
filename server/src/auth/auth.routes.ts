import { login, logout, me, register } from '@pontual/contract/auth.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { AuthService } from './auth.service.ts';
import type { KnownDevices } from './known-device.ts';
import type { Throttle } from './throttle.ts';

export function registerAuthRoutes(
  serving: Serving,
  { auth, throttle, devices }: { auth: AuthService; throttle: Throttle; devices: KnownDevices },
): void {
  serve(serving, register, ({ body }, _caller, { request }) =>
    throttle.attempt({ what: 'register', account: null, address: request.ip }, async () => ({
      user: await auth.register(body),
    })),
  );

  serve(serving, login, ({ body }, _caller, { request, reply }) => {
    const device = devices.read(request.headers.cookie, body.email);
    const by = { what: 'login', account: body.email, device, address: request.ip } as const;
    return throttle.attempt(by, async () => {
      const opened = await auth.login(body, request.headers['user-agent'] ?? '');
      reply.header('set-cookie', devices.cookie(body.email));
      return opened;
    });
  });

  serve(serving, logout, async (_request, session) => {
    await auth.logout(session);
    return null;
  });

  serve(serving, me, async (_request, session) => ({ user: await auth.userById(session.userId) }));
}
