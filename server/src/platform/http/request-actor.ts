import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permission } from '@pontual/contract/shared/roles.ts';

/** For whom a request is being answered, and what its endpoint asks of their role. */
export interface RequestActor {
  userId: string;
  workspaceId: string;
  need: Permission;
  /** By what they came in: themselves, or a program that they gave a token. */
  credential: { sessionId: string } | { tokenId: string };
}

const actorStorage = new AsyncLocalStorage<RequestActor>();

/** Answers a request; whatever it comes to do meanwhile is known to be its caller's doing. */
export const withRequestActor = <T>(actor: RequestActor, work: () => Promise<T>): Promise<T> =>
  actorStorage.run(actor, work);

/** What belongs to no request, whichever has woken it. */
export const withoutRequestActor = <T>(work: () => T): T => actorStorage.exit(work);

/** Undefined where no request is being answered, or one that nobody has logged in for. */
export const getRequestActor = (): RequestActor | undefined => actorStorage.getStore();
