import { z } from 'zod';
import { ApiError, createInvalidParamError } from './api-error.ts';

/** Nested parameters; every leaf is a text. */
export type Tree = { [name: string]: string | Tree | (string | Tree)[] };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Parses `items[0][price]=x` and `expand[]=y` into a tree. */
export function readForm(flat: Readonly<Record<string, unknown>>): Tree {
  const root: Tree = {};
  for (const [key, value] of Object.entries(flat)) {
    const [, first = '', rest = ''] = KEY.exec(key) ?? [];
    if (first === '') throw createInvalidParamError(key, `Invalid parameter name: ${key}`);
    const path = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, name = '']) => name)];
    for (const each of Array.isArray(value) ? value : [value]) setAtPath(root, path, String(each));
  }
  return convertToLists(root);
}

function setAtPath(root: Tree, path: readonly string[], value: string): void {
  let node = root;
  for (const name of path.slice(0, -1)) {
    const child = Object.hasOwn(node, name) ? node[name] : undefined;
    if (typeof child === 'object' && !Array.isArray(child)) node = child;
    else {
      const fresh: Tree = {};
      define(node, name, fresh);
      node = fresh;
    }
  }
  const last = path.at(-1) ?? '';
  define(node, last === '' ? String(Object.keys(node).length) : last, value);
}

/** Defines a member of any name: `__proto__` is an ordinary name here. */
function define(node: Tree, name: string, value: string | Tree): void {
  Object.defineProperty(node, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function convertToLists(tree: Tree): Tree {
  const copy: Tree = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string' || Array.isArray(value)) copy[name] = value;
    else {
      const child = convertToLists(value);
      const names = Object.keys(child);
      const isList = names.length > 0 && names.every((each, index) => each === String(index));
      copy[name] = isList ? (Object.values(child) as (string | Tree)[]) : child; // Leaves or trees.
    }
  }
  return copy;
}

export const text = z.string().min(1);
export const nonNegativeInteger = z.string().regex(/^\d+$/, 'integer').transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(text, z.string());

export function validateParams<Schema extends z.ZodType>(
  schema: Schema,
  tree: Tree,
): z.output<Schema> {
  const parsed = schema.safeParse(tree);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue ? createParamError(tree, issue) : new ApiError(400, 'Invalid request');
}

function createParamError(tree: Tree, issue: z.core.$ZodIssue): ApiError {
  const param = formatParamName(issue.path);
  const value = readValueAt(tree, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = formatParamName([...issue.path, ...issue.keys.slice(0, 1)]);
    return createInvalidParamError(
      unknown,
      `Received unknown parameter: ${unknown}`,
      'parameter_unknown',
    );
  }
  if (value === undefined) {
    return createInvalidParamError(param, `Missing required param: ${param}.`, 'parameter_missing');
  }
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String).join(', ');
    return createInvalidParamError(param, `Invalid ${param}: must be one of ${known}`);
  }
  const displayValue = typeof value === 'string' ? value : 'an object';
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return createInvalidParamError(param, message, 'parameter_invalid_empty');
  }
  const code = issue.message === 'integer' ? 'parameter_invalid_integer' : undefined;
  return createInvalidParamError(
    param,
    `Invalid ${issue.message === 'integer' ? 'integer' : param}: ${displayValue}`,
    code,
  );
}

function formatParamName(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((each) => `[${each}]`).join('');
}

function readValueAt(tree: Tree, path: readonly PropertyKey[]): unknown {
  let value: unknown = tree;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[name];
  }
  return value;
}
