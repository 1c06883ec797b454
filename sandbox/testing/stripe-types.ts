import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

type Reply = { object: string; deleted?: unknown; data?: Reply[] };

/** The items of a checkout session are the only objects whose type has another name. */
const typeNames: Record<string, string> = { item: 'LineItem' };

/** `billing_portal.session` is `BillingPortal.Session`. */
const toTypeName = (object: string): string =>
  typeNames[object] ??
  object.replaceAll(
    /(^|[._])([a-z])/g,
    (_, separator: string, letter: string) =>
      `${separator === '.' ? '.' : ''}${letter.toUpperCase()}`,
  );

/**
 * What the SDK's own types say about these objects, as lines of its compiler: a missing, an unknown or a wrong
 * member. Lists are judged item by item.
 */
export async function findTypeErrors(...replies: object[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-types-'));
  try {
    const constants = replies.map(toPlain).flatMap(listObjects).map(toConstant);
    await writeFile(join(folder, 'objects.ts'), [...HEAD, ...constants].join('\n'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings));
    return await compile(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const HEAD = ["import type { Stripe } from 'stripe';", 'declare const decimal: Stripe.Decimal;'];

const compilerSettings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(MODULES, '@types')],
    paths: { stripe: [join(MODULES, 'stripe/esm/stripe.esm.node.d.ts')] },
  },
};

const toPlain = (reply: object) => JSON.parse(JSON.stringify(reply)) as Reply;

const listObjects = (reply: Reply): Reply[] =>
  reply.object === 'list' ? (reply.data ?? []).flatMap(listObjects) : [reply];

function toConstant(reply: Reply, index: number): string {
  const prefix = reply.deleted === undefined ? '' : 'Deleted';
  const name = `Stripe.${prefix}${toTypeName(reply.object)}`;
  // The SDK turns the text of these members into objects of its own.
  const literal = JSON.stringify(reply).replaceAll(/"(\w+_decimal)":"[^"]*"/g, '"$1":decimal');
  return `export const object${index}: ${name} = ${literal};`;
}

const compile = (folder: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const compiler = join(MODULES, 'typescript/bin/tsc');
    const args = [compiler, '--pretty', 'false', '-p', folder];
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => {
      if (error !== null && stdout === '') reject(error);
      else resolve(stdout.split('\n').filter((line) => line !== ''));
    });
  });
