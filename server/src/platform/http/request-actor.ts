import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permission } from '@pontual/contract/shared/roles.ts';

/** The user and workspace of the current request, and the permission that its endpoint needs. */
export interface RequestActor {
  userId: string;
  workspaceId: string;
  need: Permission;
  /** The session of the user, or the API token of a program. */
  credential: { sessionId: string } | { tokenId: string };
}

const actorStorage = new AsyncLocalStorage<RequestActor>();

/** Runs the work of a request with its actor, to whom the audit trail attributes the actions. */
export const withRequestActor = <T>(actor: RequestActor, work: () => Promise<T>): Promise<T> =>
  actorStorage.run(actor, work);

/** Runs work that belongs to no request, although a request may have triggered it. */
export const withoutRequestActor = <T>(work: () => T): T => actorStorage.exit(work);

/** Returns the actor of the current request; undefined outside of a request or without authentication. */
export const getRequestActor = (): RequestActor | undefined => actorStorage.getStore();
