import { login, logout, register } from '@pontual/contract/auth.ts';
import { originOf } from '../http/origin.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { AccessLog } from './access-log.ts';
import type { AuthService } from './auth.service.ts';
import type { KnownDevices } from './known-device.ts';
import type { Throttle } from './throttle.ts';

export function registerAuthRoutes(
  serving: Serving,
  deps: { auth: AuthService; throttle: Throttle; devices: KnownDevices; accessLog: AccessLog },
): void {
  const { auth, throttle, devices, accessLog } = deps;
  serve(serving, register, ({ body }, _caller, { request }) =>
    throttle.attempt({ what: 'register', account: null, address: request.ip }, async () => {
      const user = await auth.register(body);
      await accessLog.write('registered', user._id, originOf(request));
      return { user };
    }),
  );

  serve(serving, login, ({ body }, _caller, { request, reply }) => {
    const device = devices.read(request, body.email);
    const by = { what: 'login', account: body.email, device, address: request.ip } as const;
    return throttle.attempt(by, async () => {
      const opened = await auth.login(body, request.headers['user-agent'] ?? '');
      reply.header('set-cookie', devices.cookie(body.email));
      await accessLog.write('logged_in', opened.user._id, originOf(request));
      return opened;
    });
  });

  serve(serving, logout, async (_request, session, { request }) => {
    await auth.logout(session);
    await accessLog.write('logged_out', session.userId, originOf(request));
    return null;
  });
}
