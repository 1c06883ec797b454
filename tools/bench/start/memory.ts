import { readdirSync, readFileSync } from 'node:fs';

/** In MB; shared memory counts once over all processes (proportional set size). */
export interface Memory {
  productMb: number;
  databaseMb: number;
  sandboxMb: number;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Returns 0 after the process has ended. */
export function readPssMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        // The name of the program is in parentheses and may contain any character.
        const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return [{ pid, parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** The web build, initdb and decoders count as the product, the PostgreSQL server as the database. */
export function readMemory(product: number, dataDir: string): Memory {
  const all = listProcesses();
  const children = Map.groupBy(all, ({ parent }) => parent);
  const listProcessTree = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap((child) => listProcessTree(child.pid)),
  ];
  const collectTrees = (roots: readonly Process[]) =>
    new Set(roots.flatMap(({ pid }) => listProcessTree(pid)));
  const databases = collectTrees(all.filter(({ command }) => command.includes(`-D ${dataDir}`)));
  const sandboxes = collectTrees(
    all.filter(({ parent, command }) => parent === product && command.includes('sandbox')),
  );
  const productPids = listProcessTree(product).filter(
    (pid) => !databases.has(pid) && !sandboxes.has(pid),
  );
  const sum = (pids: Iterable<number>) => [...pids].reduce((mb, pid) => mb + readPssMb(pid), 0);
  return { productMb: sum(productPids), databaseMb: sum(databases), sandboxMb: sum(sandboxes) };
}
