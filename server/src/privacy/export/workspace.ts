import {
  pictureName,
  postFileName,
  postsName,
  uploadFileName,
  originalFileName,
} from './file-names.ts';
import type { ExportPages } from './pages.repository.ts';
import {
  presentConnection,
  presentDay,
  presentNotification,
  presentPosts,
  presentTemplate,
  presentUpload,
} from './export.presenter.ts';
import type { ExportRepository } from './export.repository.ts';

export interface ArchiveFolder {
  /** @throws ExportLinkExpiredError if the user no longer owns the content of the folder */
  check(): Promise<void>;
  addText(name: string, text: Iterable<string> | AsyncIterable<string>): Promise<void>;
  addObject(name: string, sha256: string): Promise<void>;
}

/** Holds one page of posts in memory and streams its files. */
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
  const notifications = await repository.notifications(workspaceId);
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

/** One row per line, so that a reader need not hold the whole list. */
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
