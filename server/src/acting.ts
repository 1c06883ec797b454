import { AsyncLocalStorage } from 'node:async_hooks';
import type { Need } from '@pontual/contract/roles.ts';

/** For whom a request is being answered, and what its endpoint asks of their role. */
export interface Acting {
  userId: string;
  workspaceId: string;
  need: Need;
  /** By what they came in: themselves, or a program that they gave a token. */
  by: { sessionId: string } | { tokenId: string };
}

const requests = new AsyncLocalStorage<Acting>();

/** Answers a request; whatever it comes to do meanwhile is known to be its caller's doing. */
export const actingFor = <T>(acting: Acting, answer: () => Promise<T>): Promise<T> =>
  requests.run(acting, answer);

/** What belongs to no request, whichever has woken it. */
export const nobodyActs = <T>(act: () => T): T => requests.exit(act);

/** Undefined where no request is being answered, or one that nobody has logged in for. */
export const whoActs = (): Acting | undefined => requests.getStore();
