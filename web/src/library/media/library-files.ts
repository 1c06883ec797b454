import { createUploadFromLibrary } from '@pontual/contract/posts/media-library.ts';
import { ApiError } from '../../api/api-error.ts';
import { call, openMedia } from '../../api/client.ts';
import { linkLibraryFile } from './library-ids.ts';
import type { HandoffFile } from './library-handoff.ts';

/**
 * Creates a finished upload from a library file, without sending it again, and returns its id.
 * @throws ApiError
 */
export const reuseAsUpload = async (id: string): Promise<string> =>
  (await call(createUploadFromLibrary, { params: { id } })).uploadId;

/** Whether the file is missing: no post uses it any more, or its link has expired. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Returns a message about `missing` files that returned 404 and `remaining` files that were opened. */
export function unopenedFilesText(missing: number, remaining: number): string {
  const why =
    missing === 1
      ? 'arquivo não abriu: nenhum post o usa mais, ou o link dele venceu.'
      : 'arquivos não abriram: nenhum post os usa mais, ou os links deles venceram.';
  if (remaining === 0) return `${missing === 1 ? 'O' : 'Os'} ${why} Escolha de novo na biblioteca.`;
  return `${missing === 1 ? 'Um' : missing} ${why} ${remaining === 1 ? 'O outro está' : 'Os outros estão'} aqui.`;
}

/** Downloads a library file as a File for the composer. */
export async function openLibraryFile({ _id: id, url, kind }: HandoffFile): Promise<File> {
  const blob = await openMedia(url);
  const extension = kind === 'image' ? 'jpg' : blob.type === 'video/quicktime' ? 'mov' : 'mp4';
  const file = new File([blob], `biblioteca-${id.slice(-6)}.${extension}`, { type: blob.type });
  linkLibraryFile(file, id);
  return file;
}
