/** What a browser gives and takes back: an address under which it shows a file. */
export interface Urls {
  make: (file: File) => string;
  revoke: (url: string) => void;
}

export const browserUrls: Urls = {
  make: (file) => URL.createObjectURL(file),
  revoke: (url) => URL.revokeObjectURL(url),
};

interface Shown {
  url: string;
}

/** The urls of chosen files. Each holds its file in the browser's memory until it is given back. */
export interface Previews {
  /** Lives until it is settled, and as long as it is shown. */
  make: (file: File) => string;
  /** Says which files are shown now, or may be yet: it is for them, and all others are given back. */
  show: (files: readonly Shown[]) => void;
  /** It is known what becomes of these: those that are not shown are given back. */
  settle: (files: readonly Shown[]) => void;
  /** Gives all back, unless something is shown at once: strict mode takes its user away and back. */
  close: () => void;
}

export function createPreviews({ make, revoke }: Urls): Previews {
  const made = new Set<string>();
  let shown: ReadonlySet<string> = new Set();
  let isClosed = false;
  const settle = (urls: Iterable<string>) => {
    for (const url of urls) {
      if (shown.has(url) || !made.delete(url)) continue;
      revoke(url);
    }
  };
  const show = (files: readonly Shown[]) => {
    isClosed = false;
    const before = shown;
    shown = new Set(files.map(({ url }) => url));
    // Also those that were made elsewhere, of files that the browser had kept.
    for (const url of shown) made.add(url);
    settle(before);
  };
  return {
    make: (file) => {
      const url = make(file);
      made.add(url);
      return url;
    },
    show,
    settle: (files) => settle(files.map(({ url }) => url)),
    close: () => {
      isClosed = true;
      queueMicrotask(() => {
        if (!isClosed) return;
        show([]);
        settle([...made]);
      });
    },
  };
}
