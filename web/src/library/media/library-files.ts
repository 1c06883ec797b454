import { createUploadFromLibrary } from '@pontual/contract/posts/media-library.ts';
import { ApiError } from '../../api/api-error.ts';
import { call, openMedia } from '../../api/client.ts';
import { linkLibraryFile } from './library-ids.ts';
import type { HandoffFile } from './library-handoff.ts';

/** @throws ApiError */
export const reuseAsUpload = async (id: string): Promise<string> =>
  (await call(createUploadFromLibrary, { params: { id } })).uploadId;

/** A 404 means that no post uses the file any more, or that its link has expired. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

export function unopenedFilesText(missing: number, remaining: number): string {
  const why =
    missing === 1
      ? 'arquivo não abriu: nenhum post o usa mais, ou o link dele venceu.'
      : 'arquivos não abriram: nenhum post os usa mais, ou os links deles venceram.';
  if (remaining === 0) return `${missing === 1 ? 'O' : 'Os'} ${why} Escolha de novo na biblioteca.`;
  return `${missing === 1 ? 'Um' : missing} ${why} ${remaining === 1 ? 'O outro está' : 'Os outros estão'} aqui.`;
}

export async function openLibraryFile({ _id: id, url, kind }: HandoffFile): Promise<File> {
  const blob = await openMedia(url);
  const extension = kind === 'image' ? 'jpg' : blob.type === 'video/quicktime' ? 'mov' : 'mp4';
  const file = new File([blob], `biblioteca-${id.slice(-6)}.${extension}`, { type: blob.type });
  linkLibraryFile(file, id);
  return file;
}
