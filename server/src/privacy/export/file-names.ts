import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
};
const extensionOf = (contentType: string) => extensions[contentType] ?? 'bin';

/** What the browser saves the archive as. */
export const archiveName = (now: Date): string => `pontual-dados-${dayKey(now)}.zip`;

/** Where all of one more workspace lies, whose files name each other from there; the first is the second. */
export const folderName = (index: number): string => `equipe-${index + 2}/`;

/** The third file of posts is `posts-003.json`. */
export const postsName = (part: number): string => `posts-${String(part).padStart(3, '0')}.json`;

/** Where a post's file lies in the archive: sorted by name, by the day and in their order. */
export function postFileName(
  post: { id: string; published_at: Date | null; scheduled_time: Date | null; created_at: Date },
  file: { position: number; content_type: string },
): string {
  const day = dayKey(post.published_at ?? post.scheduled_time ?? post.created_at);
  const position = String(file.position + 1).padStart(2, '0');
  return `midia/${day}_${post.id}_${position}.${extensionOf(file.content_type)}`;
}

/** The picture of which another one was cut. */
export const originalFileName = (name: string): string => name.replace(/\.\w+$/, '_inteira.jpg');

export const uploadFileName = (upload: {
  created_at: Date;
  file_id: string;
  content_type: string;
}): string =>
  `midia/envios/${dayKey(upload.created_at)}_${upload.file_id}.${extensionOf(upload.content_type)}`;

export const pictureName = (connectionId: string): string => `midia/perfil_${connectionId}.jpg`;
