import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permission } from '@pontual/contract/shared/roles.ts';

export interface RequestActor {
  userId: string;
  workspaceId: string;
  need: Permission;
  credential: { sessionId: string } | { tokenId: string };
}

const actorStorage = new AsyncLocalStorage<RequestActor>();

export const withRequestActor = <T>(actor: RequestActor, work: () => Promise<T>): Promise<T> =>
  actorStorage.run(actor, work);

/** For work that belongs to no request, although a request may have triggered it. */
export const withoutRequestActor = <T>(work: () => T): T => actorStorage.exit(work);

export const getRequestActor = (): RequestActor | undefined => actorStorage.getStore();
