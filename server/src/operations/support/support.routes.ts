import { myMessages, sendMessage, supportStats } from '@pontual/contract/operations/support.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Support } from './support.service.ts';

export function registerSupportRoutes(
  router: ApiRouter,
  { support, throttle }: { support: Support; throttle: Throttle },
): void {
  serve(router, sendMessage, ({ body }, caller, { request }) => {
    const { extra, openFor, ...message } = body;
    // Only a bot fills in the hidden field. The response does not reveal that we detected it.
    const isBot = extra !== undefined && extra !== '';
    // By user and not by the typed email, so that a visitor cannot lock out another user.
    const by =
      caller === undefined
        ? ({ what: 'support', account: isBot ? null : message.email } as const)
        : ({ what: 'member-support', account: isBot ? null : caller.userId } as const);
    return throttle.attempt({ ...by, address: request.ip }, async () => {
      if (!isBot) await support.receive(message, caller, openFor);
      return null;
    });
  });

  serve(router, myMessages, async (_request, { userId }) => ({
    messages: await support.messages(userId),
  }));

  serve(router, supportStats, (_request, { userId }) => support.stats(userId));
}
