import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
};
const extensionOf = (contentType: string) => extensions[contentType] ?? 'bin';

export const archiveName = (now: Date): string => `pontual-dados-${dayKey(now)}.zip`;

/** Index 0 is the second workspace. Paths in its files are relative to the folder. */
export const folderName = (index: number): string => `equipe-${index + 2}/`;

export const postsName = (part: number): string => `posts-${String(part).padStart(3, '0')}.json`;

/** Paths sort by day and by position in the post. */
export function postFileName(
  post: { id: string; published_at: Date | null; scheduled_time: Date | null; created_at: Date },
  file: { position: number; content_type: string },
): string {
  const day = dayKey(post.published_at ?? post.scheduled_time ?? post.created_at);
  const position = String(file.position + 1).padStart(2, '0');
  return `midia/${day}_${post.id}_${position}.${extensionOf(file.content_type)}`;
}

export const originalFileName = (name: string): string => name.replace(/\.\w+$/, '_inteira.jpg');

export const uploadFileName = (upload: {
  created_at: Date;
  file_id: string;
  content_type: string;
}): string =>
  `midia/envios/${dayKey(upload.created_at)}_${upload.file_id}.${extensionOf(upload.content_type)}`;

export const pictureName = (connectionId: string): string => `midia/perfil_${connectionId}.jpg`;
