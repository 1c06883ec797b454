import type * as z from 'zod/mini';
import type { Permission } from './roles.ts';
import type { Scope } from './scopes.ts';

type Access =
  | { readonly access: 'public'; readonly role?: undefined }
  | { readonly access: 'user'; readonly role: Permission };

type Schema = z.ZodMiniType;

export type Endpoint = Access & Call;

/** Paths are relative to `/api`; `:name` marks a path parameter. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The scope that an API token needs; without a scope, no API token may call the endpoint. */
  readonly scope?: Scope;
  /** Deletes, overwrites or publishes something irreversibly: an assistant must ask the user first. */
  readonly consequential?: true;
  readonly summary: string;
  /** HTTP status of a success; the default is 200. */
  readonly status?: 201 | 202;
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON body, or the text fields of a multipart body when `multipart` is set. */
  readonly body?: Schema;
  readonly maxBodyBytes?: number;
  /** Text fields come before the files, which are all named `media`. */
  readonly multipart?: true;
  /** Accepts an Idempotency-Key header: the same key gives the same outcome. */
  readonly idempotent?: true;
  /** A sentence for the user in a successful response, next to its data. */
  readonly message?: string;
  /** Content types of a successful response that is a file instead of JSON; `data` is then unused. */
  readonly file?: readonly string[];
  readonly data: Schema;
}

/** Returns the definition and preserves the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K];

/** The input of a caller, before defaults are applied. */
export interface CallOf<E extends Endpoint> {
  params: Input<Part<E, 'params'>>;
  query: Input<Part<E, 'query'>>;
  body: Input<Part<E, 'body'>>;
}

/** The parsed input of a handler. */
export interface RequestOf<E extends Endpoint> {
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
}

export type DataOf<E extends Endpoint> = z.output<E['data']>;
