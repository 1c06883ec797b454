import type { Rolldown } from 'vite';

/** @throws Error for a module that is in no chunk */
export function chunkFinder(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return (module: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (found === undefined) throw new Error(`${module} is in no file of the build`);
    return found;
  };
}
