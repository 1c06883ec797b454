import { getPush, removePush, savePush, setPushKinds } from '@pontual/contract/push.ts';
import { serve, type Serving } from '../http/serve.ts';
import { visitorOf } from '../http/origin.ts';
import type { PushSubscriptions } from './push.service.ts';

export function registerPushRoutes(
  serving: Serving,
  { pushSubscriptions: push }: { pushSubscriptions: PushSubscriptions },
): void {
  serve(serving, getPush, (_request, caller) => push.all(caller));

  serve(serving, savePush, async ({ body }, caller, { request }) => ({
    device: await push.save(caller, body, visitorOf(request).userAgent),
  }));

  serve(serving, setPushKinds, async ({ params, body }, caller) => ({
    device: await push.setKinds(caller, params.id, body),
  }));

  serve(serving, removePush, async ({ params }, caller) => {
    await push.remove(caller, params.id);
    return null;
  });
}
