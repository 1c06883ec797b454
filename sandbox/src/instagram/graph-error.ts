import { GENERAL_ERRORS } from './general-errors.ts';
import { newTraceId } from './ids.ts';
import { PUBLISHING_ERRORS } from './publishing-errors.ts';

/** One row of an error catalogue; `{placeholders}` are filled in when it is raised. */
export type ErrorRow = {
  http?: number;
  type?: string;
  message?: string;
  transient?: boolean;
  /** Title and text for the user: only publishing errors have them. */
  title?: string;
  text?: string;
};

const CATALOGUE: Record<string, ErrorRow> = { ...GENERAL_ERRORS, ...PUBLISHING_ERRORS };

/** Every error the sandbox can raise, as `code` or `code/subcode`. */
export const ERROR_KEYS = Object.keys(CATALOGUE).filter((key) => /^-?\d+(\/\d+)?$/.test(key));

/** Finds an error by `code/subcode`, by `code` alone, or by its subcode alone. */
export function findErrorKey(name: string): string | undefined {
  return (
    ERROR_KEYS.find((key) => key === name) ??
    ERROR_KEYS.find((key) => key.startsWith(`${name}/`)) ??
    ERROR_KEYS.find((key) => key.endsWith(`/${name}`))
  );
}

/** Thrown to answer a call with an error of the catalogue. */
export class GraphError extends Error {
  readonly key: string;
  readonly http: number;
  readonly body: { error: Record<string, unknown> };

  constructor(key: string, values: Record<string, string | number> = {}) {
    const row = CATALOGUE[key] ?? {};
    const fill = (text: string): string =>
      text.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
    super(fill(row.message ?? row.text ?? key));
    this.key = key;
    this.http = row.http ?? 400;
    this.body = { error: members(key, row, this.message, fill) };
  }
}

function members(
  key: string,
  row: ErrorRow,
  message: string,
  fill: (text: string) => string,
): Record<string, unknown> {
  const [code, subcode] = key.split('/').map(Number);
  const isPublishing = row.title !== undefined;
  return {
    message,
    type: row.type ?? 'OAuthException',
    code,
    ...(Number.isInteger(subcode) ? { error_subcode: subcode } : {}),
    ...(isPublishing || row.transient ? { is_transient: row.transient ?? false } : {}),
    ...(isPublishing
      ? { error_user_title: row.title, error_user_msg: fill(row.text ?? '') || message }
      : {}),
    fbtrace_id: newTraceId(),
  };
}

/** The general `(#100) …` error with its own words. */
export function parameterError(detail: string): GraphError {
  return new GraphError('100', { detail });
}

/** The error for an object that is not there, or not for this token: Graph tells no difference. */
export function unknownObject(method: string, id: string): GraphError {
  return new GraphError('100/33', { method: method.toLowerCase(), id });
}
