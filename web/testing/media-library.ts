import {
  listMediaLibrary,
  createUploadFromLibrary,
  type LibraryFile,
} from '@pontual/contract/posts/media-library.ts';
import { aPhoto } from './composer.ts';
import { anId, PICTURE } from './examples.ts';
import { server } from './stub-server.ts';

export const aLibraryFile = (overrides: Partial<LibraryFile> = {}): LibraryFile => {
  const id = anId();
  return {
    _id: id,
    kind: 'image',
    thumbnailUrl: PICTURE,
    url: `/media/f/${id}`,
    bytes: 120_000,
    width: 1080,
    height: 1080,
    durationMs: null,
    addedAt: '2026-01-06T12:00:00.000Z',
    caption: 'Caneca',
    altText: null,
    posts: 1,
    ...overrides,
  };
};

export function answerLibrary(all: readonly LibraryFile[]): void {
  server.answer(listMediaLibrary, ({ query: { q = '', kind } }) => {
    const files = all.filter(
      (file) =>
        file.caption.toLowerCase().includes(q.toLowerCase()) &&
        (kind === undefined || file.kind === kind),
    );
    const limit = 30 as const;
    return { files, pagination: { page: 1, limit, total: files.length, pages: 1 } };
  });
  server.answer(createUploadFromLibrary, ({ params }) => ({ uploadId: params.id }));
  for (const { url, width, height } of all) {
    const size = { width: width / 10, height: height / 10 };
    server.answerPath('GET', url, async () => new Response(await aPhoto('photo.jpg', size)));
  }
}

export const libraryFileName = ({ _id }: LibraryFile): string => `biblioteca-${_id.slice(-6)}.jpg`;
