import type { Step } from './faults.ts';
import type { Params } from './graph-params.ts';
import type { Token } from './tokens.ts';

/** One call to an endpoint, read from HTTP. */
export type GraphCall = {
  method: string;
  /** Path without version and query. */
  path: string;
  /** The node the path names, or ''. */
  id: string;
  params: Params;
  /** A change of meaning by a fault, see faults.ts. */
  twist?: string | undefined;
};

/** A call with a token that is known and alive. */
export type SignedCall = GraphCall & { token: Token };

type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path without version; `:id` is a node. */
  path: string;
  /** The name under which faults strike this call. */
  step: Step | ((id: string) => Step);
  /** The parameters it knows besides the token. */
  params: readonly string[];
};

/** An endpoint as data: the pipeline of graph-routes.ts serves it. */
export type GraphEndpoint =
  | (Endpoint & { access: 'open'; answer: (call: GraphCall) => unknown })
  | (Endpoint & { access: 'token'; answer: (call: SignedCall) => unknown });
