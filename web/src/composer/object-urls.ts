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

/** Each url keeps its file in the browser's memory until it is revoked. */
export interface Previews {
  /** Creates a url that lives until `release`, and as long as the file is shown. */
  create: (file: File) => string;
  /** Sets the files that are shown or retained; files that are no longer among them are revoked. */
  show: (files: readonly ShownFile[]) => void;
  /** Revokes those of these files that are not shown. */
  release: (files: readonly ShownFile[]) => void;
  /** Revokes all urls, unless `show` is called at once: React's strict mode remounts a component. */
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
    // Includes urls of restored files that were created elsewhere.
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
