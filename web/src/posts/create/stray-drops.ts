import { useEffect } from 'react';

/** Whether files are dragged, and not words or pictures of a page. */
export const carriesFiles = (dragged: DataTransfer | null): boolean =>
  dragged?.types.includes('Files') ?? false;

/** A file that is dropped beside its place would be opened by the browser, instead of the page. */
function keepPage(event: DragEvent) {
  if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** As long as this holds, files that are dropped where nothing takes them are ignored. */
export function useStrayDrops(active: boolean) {
  useEffect(() => {
    if (!active) return undefined;
    addEventListener('dragover', keepPage);
    addEventListener('drop', keepPage);
    return () => {
      removeEventListener('dragover', keepPage);
      removeEventListener('drop', keepPage);
    };
  }, [active]);
}
