import type { ErrorRow } from './error-row.ts';
import { GENERAL_ERRORS } from './general-errors.ts';
import { PUBLISHING_ERRORS } from './publishing-errors.ts';

const CATALOGUE: Record<string, ErrorRow> = { ...GENERAL_ERRORS, ...PUBLISHING_ERRORS };

/** `code`, `code/subcode`, or `code/word` for another text of the same code. */
export const ERROR_KEYS = Object.keys(CATALOGUE).filter((key) => key.split('/').length < 3);

/** All codes from 200 to 299 mean a missing permission and share one text. */
const MISSING_PERMISSION = /^2\d\d$/;

/** `<code>/bare`: an error of this code without its subcode. */
const BARE_SUFFIX = '/bare';

const findKeyOfBare = (name: string): string | undefined =>
  name.endsWith(BARE_SUFFIX)
    ? ERROR_KEYS.find((key) => key.startsWith(name.slice(0, -BARE_SUFFIX.length + 1)))
    : undefined;

/** Finds an error by `code/subcode`, by `code` or by its subcode. */
export function findErrorKey(name: string): string | undefined {
  if (findKeyOfBare(name) !== undefined) return name;
  return (
    ERROR_KEYS.find((key) => key === name) ??
    ERROR_KEYS.find((key) => key.startsWith(`${name}/`)) ??
    ERROR_KEYS.find((key) => key.endsWith(`/${name}`)) ??
    (MISSING_PERMISSION.test(name) ? name : undefined)
  );
}

export class GraphError extends Error {
  readonly key: string;
  readonly http: number;
  /** The members of the error object without the trace id, which differs in each response. */
  readonly members: Record<string, unknown>;

  constructor(key: string, values: Record<string, string | number> = {}) {
    const row = findRow(key);
    const fill = (text: string): string =>
      text.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
    super(fill(row.message ?? row.text ?? key));
    this.key = key;
    this.http = row.http ?? 400;
    this.members = buildErrorMembers(key, row, this.message, fill);
  }

  toResponse(traceId: string): { error: Record<string, unknown> } {
    return { error: { ...this.members, fbtrace_id: traceId } };
  }
}

function findRow(key: string): ErrorRow {
  const row = CATALOGUE[findKeyOfBare(key) ?? key];
  if (row || !MISSING_PERMISSION.test(key)) return row ?? {};
  const general = CATALOGUE['200'];
  return { ...general, message: (general?.message ?? '').replace('200', key) };
}

function buildErrorMembers(
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
  };
}

export function createParameterError(detail: string): GraphError {
  return new GraphError('100', { detail });
}

/** Graph does not distinguish a missing object from one of another token. */
export function createUnknownObjectError(method: string, id: string): GraphError {
  return new GraphError('100/33', { method: method.toLowerCase(), id });
}
