import type { ContainerState } from './container-state.ts';
import type { Step } from './faults.ts';
import type { Params } from './graph-params.ts';
import type { Token } from './login-records.ts';

/** One call to an endpoint, read from HTTP. */
export type GraphCall = {
  method: string;
  /** Path without version and query. */
  path: string;
  /** The node the path names, or ''. */
  id: string;
  params: Params;
  /** A change of meaning by a fault, see faults.ts. */
  variant?: string | undefined;
  /** The state of the container the call is about, as `observe` saw it at arrival. */
  observedState?: ContainerState | undefined;
};

/** A call with a token that is known and alive. */
export type SignedCall = GraphCall & { token: Token };

type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path without version; `:id` is a node. */
  path: string;
  /** The name under which faults strike this call. */
  step: Step | ((id: string) => Step);
  /** A second name, for a call that shows what another step changes. */
  extraStep?: Step;
  /** The parameters it knows besides the token. */
  params: readonly string[];
};

/** An endpoint as data: the pipeline of graph-routes.ts serves it. */
export type GraphEndpoint =
  | (Endpoint & { access: 'open'; handle: (call: GraphCall) => unknown })
  | (Endpoint & {
      access: 'token';
      /** What is looked at when the call arrives, though its effect may come much later. */
      observe?: (call: SignedCall) => ContainerState | undefined;
      handle: (call: SignedCall) => unknown;
    });
