import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permission } from '@pontual/contract/shared/roles.ts';
import type { Caller } from './authentication.ts';

export interface RequestActor {
  userId: string;
  workspaceId: string;
  need: Permission;
  credential: { sessionId: string } | { tokenId: string };
}

const actorStorage = new AsyncLocalStorage<RequestActor>();

/** `need`: the permission that the endpoint demands; undefined: it demands none. */
export function runAsCaller<T>(
  caller: Caller | undefined,
  need: Permission | undefined,
  respond: () => Promise<T>,
): Promise<T> {
  if (caller === undefined || need === undefined) return respond();
  const { userId, workspaceId } = caller;
  const credential =
    'tokenId' in caller ? { tokenId: caller.tokenId } : { sessionId: caller.sessionId };
  return actorStorage.run({ userId, workspaceId, need, credential }, respond);
}

/** For work that belongs to no request, although a request may have triggered it. */
export const withoutRequestActor = <T>(work: () => T): T => actorStorage.exit(work);

export const getRequestActor = (): RequestActor | undefined => actorStorage.getStore();
