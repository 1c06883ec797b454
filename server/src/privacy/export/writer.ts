import { Readable } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { Archive } from './archive.ts';
import { presentUser, presentWorkspace } from './user.presenter.ts';
import { folderName } from './file-names.ts';
import type { ExportPages } from './pages.repository.ts';
import { presentMessage } from './export.presenter.ts';
import type { ExportOwner, ExportRepository } from './export.repository.ts';
import { toJsonDocument, toJsonList, writeWorkspace, type ArchiveFolder } from './workspace.ts';
import { missingFilesText, readmeText } from './readme-text.ts';

const LINK_CHECK_INTERVAL_MS = 30_000;

/** The session has ended or the workspace has another owner. */
export class ExportLinkExpiredError extends Error {}

/** @throws ExportLinkExpiredError, and any error of the database, the storage or the reader */
export async function writeExport(
  archive: Archive,
  deps: {
    repository: ExportRepository;
    pages: ExportPages;
    storage: MediaStorage;
    owner: ExportOwner;
    now: Date;
    clock: Pick<Clock, 'now'>;
    /** A large download takes hours, so the access is checked again. */
    hasAccess(workspaceId: string): Promise<boolean>;
  },
): Promise<void> {
  const { repository, pages, storage, owner, now, clock, hasAccess } = deps;
  const { userId, workspaceId } = owner;
  const missing: string[] = [];
  let checkedAt = now.getTime();

  async function check(of: string): Promise<void> {
    checkedAt = clock.now().getTime();
    if (!(await hasAccess(of))) throw new ExportLinkExpiredError();
  }

  async function* whileAuthorized(content: Readable, of: string): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      if (clock.now().getTime() - checkedAt >= LINK_CHECK_INTERVAL_MS) await check(of);
      yield chunk;
    }
  }

  const folder = (path: string, of: string): ArchiveFolder => ({
    check: () => check(of),
    addText: (name, text) => archive.addText(`${path}${name}`, text),
    async addObject(name, sha256) {
      const size = await storage.size(sha256);
      // A broken disk leaves empty files.
      if (size === undefined || size === 0) return void missing.push(`${path}${name}`);
      const content = whileAuthorized(await storage.read(sha256, { start: 0, end: size - 1 }), of);
      const bytes = Readable.from(content, { objectMode: false });
      return archive.addFile(`${path}${name}`, size, bytes);
    },
  });

  const root = folder('', workspaceId);
  await root.addText('leia-me.txt', [readmeText(now)]);
  await root.addText('conta.json', toJsonDocument(await presentUser(repository, owner)));
  const messages = await repository.messages(userId);
  await root.addText('mensagens.json', toJsonList(messages.map(presentMessage)));
  const team = {
    ...(await repository.memberships(owner)),
    ...(await repository.team(workspaceId)),
  };
  await root.addText('equipe.json', toJsonDocument(team));
  const auditLog = repository.auditLog({ workspaceId, actorId: userId });
  await root.addText('historico.json', toJsonList(auditLog));
  await root.addText('acessos.json', toJsonList(pages.accesses(userId)));
  await writeWorkspace(root, { repository, pages, workspaceId });

  for (const [index, otherWorkspaceId] of owner.others.entries()) {
    const part = folder(folderName(index), otherWorkspaceId);
    await part.check();
    await part.addText(
      'conta.json',
      toJsonDocument(await presentWorkspace(repository, otherWorkspaceId)),
    );
    await part.addText('equipe.json', toJsonDocument(await repository.team(otherWorkspaceId)));
    await part.addText(
      'historico.json',
      toJsonList(repository.auditLog({ workspaceId: otherWorkspaceId })),
    );
    await writeWorkspace(part, { repository, pages, workspaceId: otherWorkspaceId });
  }

  if (missing.length > 0) await root.addText('faltou.txt', [missingFilesText(missing)]);
  archive.end();
}
