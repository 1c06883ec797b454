import type { Readable } from 'node:stream';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { exportData } from '@pontual/contract/identity/user.ts';
import * as z from 'zod/mini';
import { createUserRepository } from '../../identity/users/user.repository.ts';
import { reauthenticate } from '../../identity/users/reauthenticate.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { createArchive } from './archive.ts';
import { createExportLinks, type ExportLink } from './links.ts';
import { archiveName } from './file-names.ts';
import { createExportPages } from './pages.repository.ts';
import { createExportRepository, type ExportOwner } from './export.repository.ts';
import { createDownloadLimiter } from '../../platform/http/download-limiter.ts';
import { ExportLinkExpiredError, writeExport } from './writer.ts';

const MAX_DOWNLOADS = { user: 2, all: 10 };

export type DataExport = ReturnType<typeof createDataExport>;

const uuid = z.uuid();

/** LGPD art. 18, V. */
export function createDataExport(deps: {
  database: Database;
  storage: MediaStorage;
  keyRing: KeyRing;
  clock: Clock;
  log: Log;
}) {
  const { storage, clock, log } = deps;
  const { db } = deps.database;
  const users = createUserRepository(db);
  const repository = createExportRepository(db);
  const pages = createExportPages(db);
  const links = createExportLinks(deps.keyRing, clock);
  const limiter = createDownloadLimiter(MAX_DOWNLOADS);
  const open = new Set<Readable>();

  /** Undefined if the session has ended or the password has changed since the link was created. */
  async function ownerOf(link: ExportLink): Promise<ExportOwner | undefined> {
    if (!uuid.safeParse(link.sessionId).success) return undefined;
    const owner = await repository.owner(link.sessionId);
    return owner !== undefined && links.isGenuine(link, owner.passwordHash) ? owner : undefined;
  }

  return {
    /** @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN, EXPORT_RUNNING or EXPORT_BUSY */
    async requestLink(
      caller: AuthenticatedSession,
      password: string | undefined,
    ): Promise<DataOf<typeof exportData>> {
      const verified = await reauthenticate(await users.credentials(caller), password, 'password');
      // A page can show the error here; a refused download shows none.
      limiter.check(caller.userId);
      return links.create(caller.sessionId, verified.passwordHash);
    },

    /** @throws AppError EXPORT_LINK_INVALID, EXPORT_RUNNING or EXPORT_BUSY */
    async download(link: ExportLink): Promise<{ name: string; stream: Readable }> {
      const owner = links.isUnexpired(link) ? await ownerOf(link) : undefined;
      if (owner === undefined) throw new AppError('EXPORT_LINK_INVALID');
      const release = limiter.acquire(owner.userId);
      const now = clock.now();
      const archive = createArchive(now);
      const { stream } = archive;
      open.add(stream);
      stream.once('close', () => {
        open.delete(stream);
        release();
      });
      stream.once('error', (error) => {
        if (!(error instanceof ExportLinkExpiredError)) log.error({ error }, 'an export broke off');
      });
      const hasAccess = async (workspaceId: string) => {
        const current = await ownerOf(link);
        return (
          current !== undefined && [current.workspaceId, ...current.others].includes(workspaceId)
        );
      };
      const parts = { repository, pages, storage, owner, now, clock, hasAccess };
      void writeExport(archive, parts).catch((error: unknown) => {
        // Has no effect if the reader has gone, which is then the cause of the error.
        archive.abort(error instanceof Error ? error : new Error('an export failed'));
      });
      return { name: archiveName(now), stream };
    },

    /** Ends all running downloads, so that a shutdown does not wait for hours. */
    abortAll: () => open.forEach((stream) => void stream.destroy()),
  };
}
