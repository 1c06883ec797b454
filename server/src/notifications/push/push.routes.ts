import {
  getPush,
  removePush,
  savePush,
  setPushKinds,
} from '@pontual/contract/notifications/push.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/origin.ts';
import type { PushSubscriptions } from './push.service.ts';

export function registerPushRoutes(
  router: ApiRouter,
  { pushSubscriptions: push }: { pushSubscriptions: PushSubscriptions },
): void {
  serve(router, getPush, (_request, caller) => push.all(caller));

  serve(router, savePush, async ({ body }, caller, { request }) => ({
    device: await push.save(caller, body, visitorOf(request).userAgent),
  }));

  serve(router, setPushKinds, async ({ params, body }, caller) => ({
    device: await push.setKinds(caller, params.id, body),
  }));

  serve(router, removePush, async ({ params }, caller) => {
    await push.remove(caller, params.id);
    return null;
  });
}
