import { onSessionChange, wasLoggedOutByUser } from '../../api/session-store.ts';
import { storedKeys } from '../../api/storage.ts';
import { currentOwner, draftKeyOf, readDraftAt, writeDraftAt } from './draft-records.ts';

/**
 * Whoever logs out leaves nothing to be found by the next. A session that was lost is another thing:
 * its user comes back.
 */
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
    // Their bytes as well. What cannot be loaded now is done when the composer opens.
    import('./draft-store.ts')
      .then(({ deleteOrphanedFiles }) => deleteOrphanedFiles())
      .catch(() => undefined);
  });
}
