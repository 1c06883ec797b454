import { createParameterError } from './graph-error.ts';

/** A parsed `fields` parameter: `id,children{id,media_url}`. */
export type FieldTree = Map<string, FieldTree | undefined>;

/** How a node resolves its fields; `nested` are the fields requested in braces. */
export type NodeType<Node> = {
  name: string;
  defaults: readonly string[];
  fields: Record<string, (node: Node, nested: FieldTree | undefined) => unknown>;
};

/** Parses a `fields` parameter; undefined means the defaults of the node. */
export function parseFields(text: string | undefined): FieldTree | undefined {
  if (text === undefined) return undefined;
  const { tree, end } = parseLevel(text, 0);
  if (end !== text.length) throw syntaxError(text);
  return tree;
}

function parseLevel(text: string, start: number): { tree: FieldTree; end: number } {
  const tree: FieldTree = new Map();
  let at = start;
  for (;;) {
    const name = /^\s*(\w+)\s*/.exec(text.slice(at));
    if (!name?.[1]) throw syntaxError(text);
    at += name[0].length;
    let nested: FieldTree | undefined;
    if (text[at] === '{') {
      const inner = parseLevel(text, at + 1);
      if (text[inner.end] !== '}') throw syntaxError(text);
      nested = inner.tree;
      at = inner.end + 1;
    }
    tree.set(name[1], nested);
    if (text[at] !== ',') return { tree, end: at };
    at += 1;
  }
}

function syntaxError(text: string): Error {
  return createParameterError(`Syntax error in field list: ${text}`);
}

/** Returns the requested fields of a node and refuses an unknown field, as the real API does. */
export function projectFields<Node>(
  type: NodeType<Node>,
  node: Node,
  requested: FieldTree | undefined,
): Record<string, unknown> {
  const tree: FieldTree = new Map(requested ?? type.defaults.map((name) => [name, undefined]));
  // The real API adds the id to every response.
  if (type.fields['id']) tree.set('id', undefined);
  const answer: Record<string, unknown> = {};
  for (const [name, nested] of tree) {
    const field = type.fields[name];
    if (!field) {
      throw createParameterError(
        `Tried accessing nonexisting field (${name}) on node type (${type.name})`,
      );
    }
    const value = field(node, nested);
    // The response omits a field without a value, such as the account of a page that has none.
    if (value !== undefined && value !== null) answer[name] = value;
  }
  return answer;
}
