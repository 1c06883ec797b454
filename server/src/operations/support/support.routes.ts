import { myMessages, sendMessage, supportStats } from '@pontual/contract/operations/support.ts';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Support } from './support.service.ts';

/** In a quarter of an hour: somebody who asks for help needs a few, an office of many people more. */
const MAX_ATTEMPTS = { account: 5, address: 30 };

export function registerSupportRoutes(
  router: ApiRouter,
  { support, throttle }: { support: Support; throttle: Throttle },
): void {
  serve(router, sendMessage, ({ body }, caller, { request }) => {
    const { extra, openFor, ...message } = body;
    // Only a machine fills in what nobody sees; it is not told that it was found out.
    const isBot = extra !== undefined && extra !== '';
    // By whoever it is, not by what they typed: with somebody's address nobody locks them out.
    const by =
      caller === undefined
        ? ({ what: 'support', account: isBot ? null : message.email } as const)
        : ({ what: 'member-support', account: isBot ? null : caller.userId } as const);
    const attempt = { ...by, address: request.ip, always: true, most: MAX_ATTEMPTS };
    return throttle.attempt(attempt, async () => {
      if (!isBot) await support.receive(message, caller, openFor);
      return null;
    });
  });

  serve(router, myMessages, async (_request, { userId }) => ({
    messages: await support.messages(userId),
  }));

  serve(router, supportStats, (_request, { userId }) => support.stats(userId));
}
