// The rules of the repository that neither the compiler nor the linter checks.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText, root } from './files.ts';

const workspaces = ['contract', 'server', 'web', 'sandbox', 'e2e', 'tools'] as const;
type Workspace = (typeof workspaces)[number];

const GENERATED_FILES = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  'test-results',
  'playwright-report',
]);

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (GENERATED_FILES.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const files = filesUnder('');
/** Without this file, which contains the patterns that it forbids. */
const sources = files.filter(
  (path) => /\.(ts|tsx|js)$/.test(path) && path !== 'tools/repository/safety.test.ts',
);
const proofs = /^tools\/(?!repository\/)/;
const isTest = (path: string) =>
  /\.(test|e2e)\.tsx?$/.test(path) || path.includes('/testing/') || proofs.test(path);
const isOfTests = (path: string) => /^(e2e|tools\/repository)\//.test(path);
const production = (workspace: Workspace) =>
  sources.filter((path) => path.startsWith(`${workspace}/src/`) && !isTest(path));

function occurrences(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

function findMatchingFiles(
  paths: readonly string[],
  pattern: RegExp,
  allowed: readonly string[] = [],
) {
  return occurrences(
    paths.filter((path) => !allowed.includes(path)),
    pattern,
  );
}

describe('the tree', () => {
  test('contains only the workspaces, docs, operations and .ci', () => {
    // A working copy may contain other folders, so only tracked files count.
    const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
    const folders = stdout
      .split('\n')
      .filter((path) => path.includes('/'))
      .map((path) => path.split('/')[0]);
    expect(new Set(folders)).toEqual(new Set([...workspaces, 'docs', 'operations', '.ci']));
  });

  test('has no folder with a catch-all name', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|types)\//;
    expect(files.filter((path) => drawers.test(path))).toEqual([]);
  });

  test('has tests next to the tested code, and journeys only in e2e/journeys', () => {
    const strays = files.filter(
      (path) =>
        /(^|\/)(__tests__|tests?)\//.test(path) ||
        (path.endsWith('.e2e.ts') && dirname(path) !== 'e2e/journeys'),
    );
    expect(strays).toEqual([]);
  });

  test('numbers the migrations without a gap', () => {
    const numbers = files
      .filter((path) => path.startsWith('server/src/platform/database/migrations/'))
      .map((path) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(basename(path))?.[1]))
      .sort((a, b) => a - b);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('imports', () => {
  const mayImport: Record<Workspace, readonly Workspace[]> = {
    contract: [],
    server: ['contract'],
    web: ['contract'],
    sandbox: [],
    e2e: ['contract'],
    tools: ['contract', 'server', 'sandbox', 'e2e'],
  };

  for (const workspace of workspaces) {
    test(`lead from ${workspace} only to ${mayImport[workspace].join(', ') || 'itself'}`, () => {
      const own = sources.filter(
        (path) =>
          path.startsWith(`${workspace}/`) &&
          (workspace === 'e2e' || workspace === 'tools' || !isTest(path)),
      );
      const wrong = own.flatMap((path) =>
        importsOf(path)
          .filter((specifier) => leavesFor(path, specifier, workspace))
          .map((specifier) => `${path}: ${specifier}`),
      );
      expect(wrong).toEqual([]);
    });
  }

  function importsOf(path: string): string[] {
    const pattern = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;
    return [...readText(path).matchAll(pattern)].map(([, specifier = '']) => specifier);
  }

  function leavesFor(path: string, specifier: string, workspace: Workspace): boolean {
    const [, other] = /^@pontual\/([^/]+)/.exec(specifier) ?? [];
    if (other !== undefined) return !mayImport[workspace].some((allowed) => allowed === other);
    return specifier.startsWith('.') && !join(dirname(path), specifier).startsWith(`${workspace}/`);
  }
});

describe('the contract', () => {
  test('exports only what another file uses', () => {
    const users = sources.filter((path) => !isTest(path) || isOfTests(path));
    const unused = production('contract').flatMap((path) =>
      [
        ...readText(path).matchAll(
          /^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm,
        ),
      ]
        .map(([, name = '']) => name)
        .filter((name) => {
          const word = new RegExp(`\\b${name}\\b`);
          return !users.some((user) => user !== path && word.test(readText(user)));
        })
        .map((name) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('time and settings', () => {
  const readsTheClock = /\bDate\.now\(|\bnew Date\(\)/;

  test('only clock.ts reads the clock of the server', () => {
    expect(
      findMatchingFiles(production('server'), readsTheClock, ['server/src/platform/clock.ts']),
    ).toEqual([]);
  });

  test('only the time modules read the clock of the browser', () => {
    const modules = ['web/src/ui/page/minute.ts', 'web/src/posts/now.ts'];
    expect(findMatchingFiles(production('web'), readsTheClock, modules)).toEqual([]);
  });

  test('only one module contains the time zone', () => {
    const code = sources.filter((path) => !isTest(path) && !path.startsWith('sandbox/'));
    const module = ['contract/src/shared/brasilia-time.ts'];
    expect(findMatchingFiles(code, /America\/Sao_Paulo/, module)).toEqual([]);
  });

  test('the server does not read process.env', () => {
    expect(findMatchingFiles(production('server'), /process\.env/)).toEqual([]);
  });
});

describe('external services', () => {
  test('have no mock, fake or sandbox in the code of the server', () => {
    // `; sandbox` is a directive of the content security policy; the specification names MOCK_SCHEDULE.
    const played = /mock(?!_SCHEDULE\b)|fake|(?<!; )sandbox/i;
    expect(findMatchingFiles(production('server'), played)).toEqual([]);
  });

  test('are called by the web from the listed modules only', () => {
    const calls = /(?<![A-Za-z])fetch\(|XMLHttpRequest|EventSource|sendBeacon|WebSocket/;
    const code = production('web').flatMap((path) => {
      const lines = readText(path).split('\n');
      return lines
        .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && calls.test(line))
        .map(() => path);
    });
    // tracking.ts calls a tracking service, with consent (decision 019), and never our API.
    // The service worker forwards requests of pages and caches files of the build (decision 013).
    const modules = [
      'web/src/api/client.ts',
      'web/src/public/tracking/tracking.ts',
      'web/src/service-worker/caches.ts',
      'web/src/service-worker/service-worker.ts',
    ];
    expect(new Set(code)).toEqual(new Set(modules));
  });
});

describe('unsafe content', () => {
  const manifests = ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)];

  test('is no other version of a package than the one that was read', () => {
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(
      readText('package-lock.json'),
    );
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    );
    expect(installed.length).toBeGreaterThan(100);
    const foreign = installed.filter(
      ([, { integrity, resolved = REGISTRY }]) =>
        integrity?.startsWith('sha512-') !== true || !resolved.startsWith(REGISTRY),
    );
    expect(foreign.map(([path]) => path)).toEqual([]);
    expect(findMatchingFiles(manifests, /"(?:[@\w/.-]+)": "[~^*]/)).toEqual([]);
    expect(readText('.npmrc')).toContain('ignore-scripts=true');
  });
  interface Locked {
    integrity?: string;
    resolved?: string;
    link?: boolean;
  }
  const REGISTRY = 'https://registry.npmjs.org/';

  test('is no secret among the sources', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:AKIA[0-9A-Z]{16}|sk_live_\w{16,}|whsec_\w{24,}|ghp_\w{30,}|GOCSPX-[\w-]{20,}|EAA[A-Za-z0-9]{80,})/;
    const written = files.filter((path) =>
      /\.(ts|tsx|js|json|md|yaml|sql|html|example)$/.test(path),
    );
    expect(findMatchingFiles(written, secret)).toEqual([]);
  });

  test('is no text that becomes HTML or code', () => {
    const code = (['web', 'server', 'contract'] as const).flatMap(production);
    const raw =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
    expect(findMatchingFiles(code, raw)).toEqual([]);
  });

  test('is no text that becomes SQL', () => {
    const migrations = ['server/src/platform/database/migrate.ts'];
    expect(findMatchingFiles(production('server'), /\bsql\.raw\(/, migrations)).toEqual([]);
    const simpleQueries = ['server/src/platform/database/database.ts'];
    expect(findMatchingFiles(production('server'), /\bescapeLiteral\(/, simpleQueries)).toEqual([]);
  });
});

describe('SQL', () => {
  test('stands in repositories', () => {
    const others = production('server').filter(
      (path) =>
        !/\.repository\.ts$|^server\/src\/platform\/database\//.test(path) &&
        /^import \{[^}]*\bsql\b[^}]*\} from 'kysely';/m.test(readText(path)),
    );
    expect(others).toEqual([
      'server/src/posts/scheduling/exceeded-quota.ts',
      'server/src/posts/scheduling/limits.ts',
      // The two statements that move many publications at once.
      'server/src/publishing/store/claim-and-record.ts',
    ]);
  });
});

describe('the tests', () => {
  // Benchmarks, simulations and drills depend on the time of real processes; tests do not.
  const tests = sources.filter((path) => (isTest(path) || isOfTests(path)) && !proofs.test(path));

  for (const { what, pattern } of [
    { what: 'mock our own modules', pattern: /\b(vi|jest)\.(mock|doMock)\b/ },
    { what: 'intercept calls', pattern: /\b(page|context)\.route\w*\(/ },
    { what: 'sleep', pattern: /waitForTimeout|\bsleep\(|timers\/promises/ },
    { what: 'use test ids', pattern: /data-testid|ByTestId/ },
    { what: 'exclude other tests', pattern: /(?<!jobs)\.(only|skip|fixme|todo|fails?)\(/ },
  ]) {
    test(`never ${what}`, () => {
      expect(findMatchingFiles(tests, pattern)).toEqual([]);
    });
  }

  test('never wait for a timer', () => {
    const waiting = tests.filter((path) => !isOfTests(path));
    expect(findMatchingFiles(waiting, /(?<![.\w])setTimeout\(/)).toEqual([]);
  });
});

describe('the removable rules of the engine', () => {
  const home = 'server/src/publishing/removable-rules.ts';

  test('are removed only by the tools', () => {
    const server = sources.filter((path) => path.startsWith('server/') && !isTest(path));
    expect(findMatchingFiles(server, /\bremoveRule\b/, [home])).toEqual([]);
  });

  test('are each checked by the engine', () => {
    const [, list = ''] = /removableRules = \[([^\]]+)\]/.exec(readText(home)) ?? [];
    const rules = [...list.matchAll(/'([\w-]+)'/g)].map(([, rule = '']) => rule);
    expect(rules.length).toBeGreaterThan(0);
    const engine = production('server').filter((path) => path !== home);
    const unasked = rules.filter(
      (rule) =>
        occurrences(engine, new RegExp(`\\b(?:isRuleActive|ruleSql)\\('${rule}'`)).length === 0,
    );
    expect(unasked).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = files.filter(
    (path) => /^[A-Z]+\.md$/.test(path) || (path.startsWith('docs/') && path.endsWith('.md')),
  );
  const rootFolders = readdirSync(root);
  const names = new Set(files.map((path) => basename(path)));

  test('exist', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']),
    );
  });

  for (const document of documents) {
    test(`${document} names only scripts and files that exist`, () => {
      const text = readText(document);
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
      const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
      const isThere = (name: string) =>
        name.endsWith(':')
          ? Object.keys(scripts).some((script) => script.startsWith(name))
          : name in scripts;
      expect(named.filter((name) => !isThere(name))).toEqual([]);

      const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
      const linked = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(
        ([, path = '']) => path,
      );
      const lost = quoted.filter((words) => isPath(words) && !exists(words));
      expect(lost).toEqual([]);
      expect(linked.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
    });
  }

  test('docs/security.md names only tests that exist, and numbers its rows without a gap', () => {
    const text = readText('docs/security.md').replaceAll(/\s+/g, ' ');
    const named = [...text.matchAll(/`([\w.-]+\.(?:test|e2e)\.tsx?)` ((?:“[^”]+”(?:, )?)+)/g)];
    const lost = named.flatMap(([, name = '', titles = '']) => {
      const code = files
        .filter((path) => basename(path) === name)
        .map(readText)
        .join('\n');
      return [...titles.matchAll(/“([^”]+)”/g)]
        .map(([, title = '']) => title)
        .filter((title) => !code.includes(`'${title}'`))
        .map((title) => `${name}: ${title}`);
    });
    expect(lost).toEqual([]);
    const rows = [...readText('docs/security.md').matchAll(/^\| (\d+) /gm)];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  });

  function isPath(words: string): boolean {
    if (!/^[\w.@-]+(\/[\w.*-]+)*\/?$/.test(words)) return false;
    const [first = ''] = words.split('/');
    if (words.includes('/')) return rootFolders.includes(first);
    return /\.(ts|tsx|js|json|sql|md|ya?ml|css|html|example)$/.test(words);
  }

  function exists(path: string): boolean {
    if (path.includes('*')) return existsSync(join(root, path.slice(0, path.indexOf('*'))));
    return path.includes('/') ? existsSync(join(root, path)) : names.has(path);
  }

  /** Read from the text, because the repository checks do not import the server. */
  const schema = [
    ...readText('server/src/platform/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm),
  ].map(([, name = '']) => name);

  test('.env.example has every variable of the server and no unused variable', () => {
    const example = [...readText('.env.example').matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(schema.length).toBeGreaterThan(0);
    expect(schema.filter((name) => !example.includes(name))).toEqual([]);
    const readers = ['start.js', ...production('sandbox')].map(readText).join('\n');
    const unread = example.filter(
      (name) => !schema.includes(name) && !new RegExp(`env(\\.|\\[')${name}\\b`).test(readers),
    );
    expect(unread).toEqual([]);
  });

  test('the table in docs/deploy.md contains every variable of the server', () => {
    const rows = readText('docs/deploy.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|')[1] ?? '');
    const documented = new Set(
      rows.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name)),
    );
    expect(schema.filter((name) => !documented.has(name))).toEqual([]);
  });

  test('compose.yaml sets variables that the server reads, and uses those of its example', () => {
    const found = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name);
    const compose = readText('compose.yaml');
    const processes = found(compose, /^ {2}(?:web|worker)-\d+:.*\n((?: {4}.*\n)+)/gm).join('');
    const set = found(processes, /^ {6}([A-Z][A-Z0-9_]+):/gm);
    expect(set).toEqual(expect.arrayContaining(['ROLE', 'WORKER_PORT']));
    expect(set.filter((name) => !schema.includes(name))).toEqual([]);

    const filledIn = [
      ...found(compose, /\$\{([A-Z][A-Z0-9_]+)/g),
      ...found(readText('operations/Caddyfile'), /\{\$([A-Z][A-Z0-9_]+)/g),
    ];
    const example = found(readText('operations/pontual.env.example'), /^([A-Z][A-Z0-9_]+)=/gm);
    expect(filledIn.filter((name) => !example.includes(name))).toEqual([]);
    expect(example.filter((name) => !schema.includes(name) && !filledIn.includes(name))).toEqual(
      [],
    );
  });
});
