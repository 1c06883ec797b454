import { useEffect } from 'react';

/** Whether files are dragged, and not words or pictures of a page. */
export const hasFiles = (dragged: DataTransfer | null): boolean =>
  dragged?.types.includes('Files') ?? false;

/** A file that is dropped beside its place would be opened by the browser, instead of the page. */
function preventFileOpen(event: DragEvent) {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** As long as this holds, files that are dropped where nothing takes them are ignored. */
export function usePreventStrayDrops(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined;
    addEventListener('dragover', preventFileOpen);
    addEventListener('drop', preventFileOpen);
    return () => {
      removeEventListener('dragover', preventFileOpen);
      removeEventListener('drop', preventFileOpen);
    };
  }, [isActive]);
}
