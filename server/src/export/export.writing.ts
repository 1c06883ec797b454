import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import type { Archive } from './archive.ts';
import { pictureName, postFileName, postsName, uploadFileName, wholeName } from './export.names.ts';
import type { ExportPages } from './export.pages.ts';
import {
  presentAccount,
  presentConnection,
  presentDay,
  presentMessage,
  presentNotice,
  presentPosts,
  presentTemplate,
  presentUpload,
} from './export.presenter.ts';
import type { ExportOwner, ExportRepository } from './export.repository.ts';
import { missingText, readMe } from './read-me.ts';

/** Within a page's files the link is asked for no more often. */
const LINK_MS = 30_000;

/** The session that asked has ended: what is being downloaded ends with it. */
export class LinkOverError extends Error {}

/**
 * Writes everything of one owner. Of the posts one page is in memory at a time, and each page's files
 * follow it, under the names that it gives them; a file, as it is read.
 * @throws LinkOverError, and whatever database, storage or reader fail with
 */
export async function writeExport(
  archive: Archive,
  deps: {
    repository: ExportRepository;
    pages: ExportPages;
    storage: MediaStorage;
    owner: ExportOwner;
    now: Date;
    clock: Pick<Clock, 'now'>;
    /** Asked again and again: a large download takes hours. */
    linkHolds(): Promise<boolean>;
  },
): Promise<void> {
  const { repository, pages, storage, owner, now, clock, linkHolds } = deps;
  const { userId, workspaceId } = owner;
  const missing: string[] = [];
  let askedAt = now.getTime();

  async function checkLink(): Promise<void> {
    askedAt = clock.now().getTime();
    if (!(await linkHolds())) throw new LinkOverError();
  }

  /** A page's files may take hours, too. */
  async function* whileLinkHolds(content: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      if (clock.now().getTime() - askedAt >= LINK_MS) await checkLink();
      yield chunk;
    }
  }

  async function addObject(name: string, sha256: string): Promise<void> {
    const size = await storage.size(sha256);
    // An empty one is what a broken disk leaves.
    if (size === undefined || size === 0) missing.push(name);
    else {
      const content = whileLinkHolds(await storage.read(sha256, { start: 0, end: size - 1 }));
      await archive.addFile(name, size, Readable.from(content, { objectMode: false }));
    }
  }

  await archive.addText('leia-me.txt', [readMe(now)]);
  await archive.addText('conta.json', asDocument(await presentAccount(repository, owner)));

  const connections = await repository.connections(workspaceId);
  await archive.addText('instagram.json', asList(connections.map(presentConnection)));
  for (const { id, picture_sha256: picture } of connections) {
    if (picture !== null) await addObject(pictureName(id), picture);
  }

  const days = await repository.accountInsights(workspaceId);
  await archive.addText('metricas.json', asList(days.map(presentDay)));

  const notices = await repository.notices(workspaceId);
  await archive.addText('avisos.json', asList(notices.map(presentNotice)));
  const messages = await repository.messages(userId);
  await archive.addText('mensagens.json', asList(messages.map(presentMessage)));
  const templates = await repository.templates(workspaceId);
  await archive.addText('modelos.json', asList(templates.map(presentTemplate)));
  await archive.addText('acessos.json', asList(pages.accesses(userId)));

  const uploads = await repository.uploads(workspaceId);
  await archive.addText('envios.json', asList(uploads.map(presentUpload)));
  for (const upload of uploads) {
    if (!upload.is_used) await addObject(uploadFileName(upload), upload.sha256);
  }

  let after: string | undefined;
  for (let part = 1; ; part += 1) {
    await checkLink();
    const page = await pages.posts(workspaceId, after);
    after = page.posts.at(-1)?.id;
    // Whoever has no post is told so by an empty list.
    if (after === undefined && part > 1) break;
    await archive.addText(postsName(part), asList(presentPosts(page)));
    if (after === undefined) break;
    const posts = new Map(page.posts.map((post) => [post.id, post]));
    for (const file of page.files) {
      const post = posts.get(file.post_id);
      if (post === undefined) continue;
      const name = postFileName(post, file);
      await addObject(name, file.sha256);
      if (file.source_sha256 !== null) await addObject(wholeName(name), file.source_sha256);
    }
  }

  if (missing.length > 0) await archive.addText('faltou.txt', [missingText(missing)]);
  archive.end();
}

const asDocument = (value: object): string[] => [`${JSON.stringify(value, null, 2)}\n`];

/** One row to a line: it can be read without holding all of it. */
async function* asList(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
