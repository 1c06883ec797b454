import { useEffect } from 'react';

/** False for text or pictures of a page. */
export const hasFiles = (dragged: DataTransfer | null): boolean =>
  dragged?.types.includes('Files') ?? false;

/** The browser would navigate to a file that is dropped outside the dropzone. */
function preventFileOpen(event: DragEvent) {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

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
