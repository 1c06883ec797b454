import {
  pictureName,
  postFileName,
  postsName,
  uploadFileName,
  originalFileName,
} from './file-names.ts';
import type { ExportPages } from './pages.ts';
import {
  presentConnection,
  presentDay,
  presentNotification,
  presentPosts,
  presentTemplate,
  presentUpload,
} from './export.presenter.ts';
import type { ExportRepository } from './export.repository.ts';

/** A place in the archive. */
export interface ArchiveFolder {
  /** @throws LinkOverError where what lies in it is theirs no longer */
  check(): Promise<void>;
  addText(name: string, text: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** A file of the storage; one that it does not have is noted. */
  addObject(name: string, sha256: string): Promise<void>;
}

/**
 * Writes what a workspace has, but for the account, its people and what they did. Of the posts one page
 * is in memory at a time, and each page's files follow it, under the names that it gives them; a file,
 * as it is read.
 */
export async function writeWorkspace(
  folder: ArchiveFolder,
  deps: { repository: ExportRepository; pages: ExportPages; workspaceId: string },
): Promise<void> {
  const { repository, pages, workspaceId } = deps;
  const connections = await repository.connections(workspaceId);
  await folder.addText('instagram.json', toJsonList(connections.map(presentConnection)));
  for (const { id, picture_sha256: picture } of connections) {
    if (picture !== null) await folder.addObject(pictureName(id), picture);
  }

  const days = await repository.accountInsights(workspaceId);
  await folder.addText('metricas.json', toJsonList(days.map(presentDay)));
  const notifications = await repository.notices(workspaceId);
  await folder.addText('avisos.json', toJsonList(notifications.map(presentNotification)));
  const templates = await repository.templates(workspaceId);
  await folder.addText('modelos.json', toJsonList(templates.map(presentTemplate)));
  await folder.addText('lotes.json', toJsonList(await repository.batches(workspaceId)));

  const uploads = await repository.uploads(workspaceId);
  await folder.addText('envios.json', toJsonList(uploads.map(presentUpload)));
  for (const upload of uploads) {
    if (!upload.is_used) await folder.addObject(uploadFileName(upload), upload.sha256);
  }

  let after: string | undefined;
  for (let part = 1; ; part += 1) {
    await folder.check();
    const page = await pages.posts(workspaceId, after);
    after = page.posts.at(-1)?.id;
    // Whoever has no post is told so by an empty list.
    if (after === undefined && part > 1) break;
    await folder.addText(postsName(part), toJsonList(presentPosts(page)));
    if (after === undefined) break;
    const posts = new Map(page.posts.map((post) => [post.id, post]));
    for (const file of page.files) {
      const post = posts.get(file.post_id);
      if (post === undefined) continue;
      const name = postFileName(post, file);
      await folder.addObject(name, file.sha256);
      if (file.source_sha256 !== null)
        await folder.addObject(originalFileName(name), file.source_sha256);
    }
  }
}

export const toJsonDocument = (value: object): string[] => [`${JSON.stringify(value, null, 2)}\n`];

/** One row to a line: it can be read without holding all of it. */
export async function* toJsonList(
  rows: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
