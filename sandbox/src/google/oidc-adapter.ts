type StoredItem = { uid?: string; grantId?: string; consumed?: number };

/** In memory: the provider checks the expiry itself, and a sign-in that a restart interrupts starts again. */
export function createOidcAdapter(): object {
  const items = new Map<string, StoredItem>();
  return {
    upsert: async (id: string, item: StoredItem) => void items.set(id, item),
    find: async (id: string) => items.get(id),
    findByUid: async (uid: string) => [...items.values()].find((item) => item.uid === uid),
    async consume(id: string) {
      const item = items.get(id);
      if (item) item.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id: string) => void items.delete(id),
    async revokeByGrantId(grantId: string) {
      for (const [id, item] of items) if (item.grantId === grantId) items.delete(id);
    },
  };
}
