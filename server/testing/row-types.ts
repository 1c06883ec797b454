import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  type TaggedTemplateExpression,
  type TypeNode,
} from 'typescript/unstable/ast';
import { API, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import { keyOfStatement, type RowType, type RowTypes } from './row-check.ts';

/** The row types of all `sql<Row>` templates of the server. */
export function readRowTypes(): RowTypes {
  const project = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [project] });
    const { program, checker } = snapshot.getProject(project) ?? {};
    if (program === undefined || checker === undefined) throw new Error(`no project ${project}`);
    const found: Record<string, RowType[]> = {};
    for (const path of program.getSourceFileNames()) {
      if (!/\/server\/src\/.*(?<!\.test)\.ts$/.test(path)) continue;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('sql<')) continue;
      const file = program.getSourceFile(path);
      if (file === undefined) continue;
      for (const { statement, rowType } of statementsIn(file)) {
        const type = checker.getTypeFromTypeNode(rowType);
        if (type === undefined || (type.flags & TypeFlags.Primitive) !== 0) continue;
        const line = text.slice(0, statement.pos).split('\n').length;
        const key = keyOfStatement(fragmentsOf(statement));
        const columns = columnsOf(checker, type);
        if (columns === undefined) continue;
        (found[key] ??= []).push({
          at: `${path.slice(path.indexOf('/server/') + 1)}:${line}`,
          columns,
        });
      }
    }
    return found;
  } finally {
    api.close();
  }
}

function* statementsIn(
  node: Node,
): Generator<{ statement: TaggedTemplateExpression; rowType: TypeNode }> {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') {
    const [rowType] = node.typeArguments ?? [];
    if (rowType !== undefined) yield { statement: node, rowType };
  }
  for (const child of children) yield* statementsIn(child);
}

function fragmentsOf({ template }: TaggedTemplateExpression): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text];
  if (!isTemplateExpression(template)) return [];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

/** Undefined when the type does not name its columns. */
function columnsOf(checker: Checker, type: Type): RowType['columns'] | undefined {
  if (checker.getIndexInfosOfType(type).length > 0) return undefined;
  const symbols = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(symbols);
  return Object.fromEntries(
    symbols.map(({ name }, index) => [name, kindsOf(checker, types[index])]),
  );
}

function kindsOf(checker: Checker, type: Type | undefined): string[] {
  if (type === undefined) return ['any'];
  if (type.isUnionType()) return type.getTypes().flatMap((one) => kindsOf(checker, one));
  if (type.isStringLiteralType()) return [JSON.stringify(type.value)];
  const simple = simpleKinds.find(([flags]) => (type.flags & flags) !== 0);
  if (simple !== undefined) return [simple[1]];
  if (checker.isArrayLikeType(type)) return ['array'];
  const name = type.getSymbol()?.name ?? '';
  return [name === 'Date' || name === 'Buffer' ? name : 'object'];
}

const simpleKinds: readonly (readonly [TypeFlags, string])[] = [
  [TypeFlags.AnyOrUnknown, 'any'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'missing'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.NonPrimitive, 'any'],
];
