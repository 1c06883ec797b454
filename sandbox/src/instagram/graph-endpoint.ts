import type { ContainerState } from './container-state.ts';
import type { Step } from './faults.ts';
import type { Params } from './graph-params.ts';
import type { Token } from './login-records.ts';

export type GraphCall = {
  method: string;
  version: string;
  /** Path without version and query. */
  path: string;
  /** The id of the node in the path, or ''. */
  id: string;
  params: Params;
  variant?: string | undefined;
  observedState?: ContainerState | undefined;
};

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

export type GraphEndpoint =
  | (Endpoint & { access: 'open'; handle: (call: GraphCall) => unknown })
  | (Endpoint & {
      access: 'token';
      /** Reads the container state at arrival, because the effect may come much later. */
      observe?: (call: SignedCall) => ContainerState | undefined;
      handle: (call: SignedCall) => unknown;
    });
