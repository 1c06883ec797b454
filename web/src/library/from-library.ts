import { takeFromLibrary } from '@pontual/contract/library.ts';
import { ApiError } from '../api/api-error.ts';
import { call, openMedia } from '../api/client.ts';
import { markTaken } from '../posts/create/uploads/upload-state.ts';
import type { HandedFile } from './handed.ts';

/** Makes it an upload that has arrived: nothing is sent again. @throws ApiError */
export const takeAsUpload = async (id: string): Promise<string> =>
  (await call(takeFromLibrary, { params: { id } })).uploadId;

/** No post shows it any more, or its link has ended. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Of files that answer 404: no post shows them any more, or their links have ended. `left` are here. */
export function goneText(gone: number, left: number): string {
  const why =
    gone === 1
      ? 'arquivo não abriu: nenhum post o usa mais, ou o link dele venceu.'
      : 'arquivos não abriram: nenhum post os usa mais, ou os links deles venceram.';
  if (left === 0) return `${gone === 1 ? 'O' : 'Os'} ${why} Escolha de novo na biblioteca.`;
  return `${gone === 1 ? 'Um' : gone} ${why} ${left === 1 ? 'O outro está' : 'Os outros estão'} aqui.`;
}

/** A file of the library as the composer shows and checks files: with its bytes, which stay here. */
export async function openFromLibrary({ _id: id, url, kind }: HandedFile): Promise<File> {
  const blob = await openMedia(url);
  const end = kind === 'image' ? 'jpg' : blob.type === 'video/quicktime' ? 'mov' : 'mp4';
  const file = new File([blob], `biblioteca-${id.slice(-6)}.${end}`, { type: blob.type });
  markTaken(file, id);
  return file;
}
