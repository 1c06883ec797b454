import type { DatabaseSync } from 'node:sqlite';

/** Records of one kind: read from memory, also written to the state file, in order of creation. */
export type Collection<Item> = {
  get(id: string): Item | undefined;
  all(): Item[];
  in(group: string): Item[];
  /** Iterates a group from the newest item on without copying it, which a burst of publishes needs. */
  newestIn(group: string): Iterable<Item>;
  oldestIn(group: string): Item | undefined;
  size(): number;
  put(item: Item): void;
  remove(id: string): void;
  clear(): void;
};

/** Opens a collection; `groupOf` returns the group of an item, by which `in` finds it. */
export function openCollection<Item extends { id: string }>(
  database: DatabaseSync,
  kind: string,
  groupOf: (item: Item) => string = () => '',
): Collection<Item> {
  const insert = database.prepare(
    `insert into records (kind, id, json) values (?, ?, ?)
     on conflict (kind, id) do update set json = excluded.json`,
  );
  const removal = database.prepare('delete from records where kind = ? and id = ?');
  const items = new Map<string, Item>();
  const idsByGroup = new Map<string, string[]>();

  function addToMemory(item: Item): void {
    if (!items.has(item.id)) {
      const ids = idsByGroup.get(groupOf(item));
      if (ids) ids.push(item.id);
      else idsByGroup.set(groupOf(item), [item.id]);
    }
    items.set(item.id, item);
  }

  const rows = database.prepare('select json from records where kind = ? order by rowid').all(kind);
  // Only `put` writes these rows, so their JSON has the shape of an Item.
  for (const row of rows) addToMemory(JSON.parse(String(row['json'])) as Item);

  function* newestIn(group: string): Iterable<Item> {
    const ids = idsByGroup.get(group) ?? [];
    for (let index = ids.length - 1; index >= 0; index -= 1) {
      const item = items.get(ids[index] ?? '');
      if (item) yield item;
    }
  }

  return {
    get: (id) => items.get(id),
    all: () => [...items.values()],
    in: (group) => [...newestIn(group)].toReversed(),
    newestIn,
    oldestIn: (group) => items.get(idsByGroup.get(group)?.[0] ?? ''),
    size: () => items.size,
    put: (item) => {
      insert.run(kind, item.id, JSON.stringify(item));
      addToMemory(item);
    },
    remove: (id) => {
      const item = items.get(id);
      if (!item) return;
      removal.run(kind, id);
      items.delete(id);
      const remaining = (idsByGroup.get(groupOf(item)) ?? []).filter((each) => each !== id);
      idsByGroup.set(groupOf(item), remaining);
    },
    clear: () => {
      database.prepare('delete from records where kind = ?').run(kind);
      items.clear();
      idsByGroup.clear();
    },
  };
}
