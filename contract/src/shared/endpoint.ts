import type * as z from 'zod/mini';
import type { Permission } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Who may call: anybody, or the holder of a live session whose role in the workspace allows it. */
type Access =
  | { readonly access: 'public'; readonly role?: undefined }
  | { readonly access: 'user'; readonly role: Permission };

type Schema = z.ZodMiniType;

/** One call of the API, defined once: the server serves this value and the web calls it. */
export type Endpoint = Access & Call;

/** Paths are relative to `/api`; `:name` marks a path parameter. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** By which personal access tokens open it, too; without one, none does. */
  readonly scope?: Scope;
  /** Ends, overwrites or sends out what nobody can call back: an assistant asks a person first. */
  readonly consequential?: true;
  readonly summary: string;
  /** HTTP status of a success; 200 unless said. */
  readonly status?: 201 | 202;
  readonly params?: Schema;
  readonly query?: Schema;
  /** JSON body, or the text fields of a multipart body when `multipart` is set. */
  readonly body?: Schema;
  /** Of a JSON body that may be larger than others. */
  readonly maxBodyBytes?: number;
  /** Text fields come before the files, which are all named `media`. */
  readonly multipart?: true;
  /** Takes an Idempotency-Key header: the same key, the same outcome. */
  readonly idempotent?: true;
  /** A sentence for the user that a success carries beside its data. */
  readonly message?: string;
  /** Content types of the file that a success is instead of JSON; `data` is then nothing. */
  readonly file?: readonly string[];
  /** What stands under `data` in a success. */
  readonly data: Schema;
}

/** Keeps the exact types of an endpoint's schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K];

/** What a caller passes, before defaults are applied. */
export interface CallOf<E extends Endpoint> {
  params: Input<Part<E, 'params'>>;
  query: Input<Part<E, 'query'>>;
  body: Input<Part<E, 'body'>>;
}

/** What a handler receives, parsed. */
export interface RequestOf<E extends Endpoint> {
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
}

/** What a success carries under `data`. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
