/** What a browser gives and takes back: an address under which it shows a file. */
export interface UrlFactory {
  create: (file: File) => string;
  revoke: (url: string) => void;
}

export const browserUrlFactory: UrlFactory = {
  create: (file) => URL.createObjectURL(file),
  revoke: (url) => URL.revokeObjectURL(url),
};

interface ShownFile {
  url: string;
}

/** The urls of chosen files. Each holds its file in the browser's memory until it is given back. */
export interface Previews {
  /** Lives until it is settled, and as long as it is shown. */
  create: (file: File) => string;
  /** Says which files are shown now, or may be yet: it is for them, and all others are given back. */
  show: (files: readonly ShownFile[]) => void;
  /** It is known what becomes of these: those that are not shown are given back. */
  release: (files: readonly ShownFile[]) => void;
  /** Gives all back, unless something is shown at once: strict mode takes its user away and back. */
  close: () => void;
}

export function createPreviews({ create, revoke }: UrlFactory): Previews {
  const createdUrls = new Set<string>();
  let shown: ReadonlySet<string> = new Set();
  let isClosed = false;
  const release = (urls: Iterable<string>) => {
    for (const url of urls) {
      if (shown.has(url) || !createdUrls.delete(url)) continue;
      revoke(url);
    }
  };
  const show = (files: readonly ShownFile[]) => {
    isClosed = false;
    const before = shown;
    shown = new Set(files.map(({ url }) => url));
    // Also those that were made elsewhere, of files that the browser had kept.
    for (const url of shown) createdUrls.add(url);
    release(before);
  };
  return {
    create: (file) => {
      const url = create(file);
      createdUrls.add(url);
      return url;
    },
    show,
    release: (files) => release(files.map(({ url }) => url)),
    close: () => {
      isClosed = true;
      queueMicrotask(() => {
        if (!isClosed) return;
        show([]);
        release([...createdUrls]);
      });
    },
  };
}
