import type { ContainerState } from './container-state.ts';
import type { Step } from './faults.ts';
import type { Params } from './graph-params.ts';
import type { Token } from './login-records.ts';

/** A call to an endpoint, parsed from HTTP. */
export type GraphCall = {
  method: string;
  /** Path without version and query. */
  path: string;
  /** The id of the node in the path, or ''. */
  id: string;
  params: Params;
  variant?: string | undefined;
  observedState?: ContainerState | undefined;
};

/** A call with a valid token. */
export type SignedCall = GraphCall & { token: Token };

type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path without version; `:id` is a node. */
  path: string;
  step: Step | ((id: string) => Step);
  /** A second step, for a call that returns what faults of another step change. */
  extraStep?: Step;
  params: readonly string[];
};

/** An endpoint as data, served by graph-routes.ts. */
export type GraphEndpoint =
  | (Endpoint & { access: 'open'; handle: (call: GraphCall) => unknown })
  | (Endpoint & {
      access: 'token';
      /** Reads the container state at arrival, because the effect may come much later. */
      observe?: (call: SignedCall) => ContainerState | undefined;
      handle: (call: SignedCall) => unknown;
    });
