import type { Rolldown } from 'vite';

/** Finds the file of a build in which a module has come, by how its path ends. */
export function chunkFinder(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return (module: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (found === undefined) throw new Error(`${module} is in no file of the build`);
    return found;
  };
}
