import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files that are too large for the memory, beside the state file; without one, until the end of the process. */
export type Files = {
  pathOf(id: string): string;
  sizeOf(id: string): number;
  hash(id: string): Promise<string>;
  reset(): void;
  close(): void;
};

export function openFiles(stateFile: string | undefined): Files {
  const isTemporary = stateFile === undefined || stateFile === ':memory:';
  let folder = isTemporary ? undefined : `${stateFile}-files`;
  const pathOf = (id: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), 'sandbox-files-'));
    mkdirSync(folder, { recursive: true });
    return join(folder, id);
  };
  const clear = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return {
    pathOf,
    sizeOf: (id) =>
      folder === undefined ? 0 : (statSync(pathOf(id), { throwIfNoEntry: false })?.size ?? 0),
    hash: async (id) => {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(pathOf(id))) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
    reset: clear,
    close: () => {
      if (isTemporary) clear();
    },
  };
}
