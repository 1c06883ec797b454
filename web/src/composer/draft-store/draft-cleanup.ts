import { onSessionChange, wasLoggedOutByUser } from '../../api/session-store.ts';
import { storedKeys } from '../../api/storage.ts';
import { currentOwner, draftKeyOf, readDraftAt, writeDraftAt } from './draft-records.ts';

/** The next user of the browser must find no drafts. An expired session keeps them: its user comes back. */
export function deleteDraftsOnLogout(): void {
  let lastOwner = currentOwner();
  onSessionChange(() => {
    const owner = currentOwner();
    const previousOwner = lastOwner;
    lastOwner = owner;
    if (previousOwner === null || owner !== null || !wasLoggedOutByUser()) return;
    const [id] = previousOwner.split('.');
    const keys = storedKeys(draftKeyOf(id ?? previousOwner)).filter(
      (place) => readDraftAt(place) !== null,
    );
    if (keys.length === 0) return;
    for (const key of keys) writeDraftAt(key, null);
    // Deletes the file bytes too. If the chunk cannot be loaded now, the composer deletes them when it opens.
    import('./draft-store.ts')
      .then(({ deleteOrphanedFiles }) => deleteOrphanedFiles())
      .catch(() => undefined);
  });
}
